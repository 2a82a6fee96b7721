import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderFolder } from '@/lib/render/typeset/render-folder'

const TIME_LIMIT_MS = 10_000
const ANSWER_LIMIT_BYTES = 8 * 1024 * 1024
/** The child's environment: without our configuration, above all its secrets. */
const EMPTY = {} as NodeJS.ProcessEnv

/**
 * Decodes a PNG and writes its picture anew, without anything else that stood in the file (camera, place, author). A
 * process of its own does it, with an empty environment, ten seconds and little memory: decoders have had their faults.
 * @param png passed its strict check already
 * @returns null when the picture cannot be decoded
 */
export function reEncodePng(png: Uint8Array): Promise<Uint8Array | null> {
  const here = realpathSync(renderFolder())
  const args = ['--max-old-space-size=128', join(here, 'untrusted', 'badge-image-child.mjs')]
  const options = {
    cwd: tmpdir(),
    env: EMPTY,
    encoding: 'buffer' as const,
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL' as const,
    maxBuffer: ANSWER_LIMIT_BYTES,
  }
  return new Promise((resolve) => {
    const child = execFile(/* turbopackIgnore: true */ process.execPath, args, options, (error, stdout) => {
      resolve(error ? null : new Uint8Array(stdout))
    })
    // A child that ended early breaks the pipe; what became of it is told above.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(png)
  })
}
