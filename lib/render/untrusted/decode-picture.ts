import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { InspectionQueue } from '@/lib/render/inspect/inspection-queue'
import { limitedCommand } from '@/lib/render/inspect/limited-command'
import { packagesFolder, permissionFlags } from '@/lib/render/typeset/permission-flags'
import { renderFolder } from '@/lib/render/typeset/render-folder'

/** Where others use the processors, time passes without work: that is not the picture's fault. */
const TIME_LIMIT_MS = 60_000
/** Seconds of processor time, of which each thread uses its own; no core dump with somebody's picture in it. */
const KERNEL_LIMITS = ['-c 0', '-t 20']
const ANSWER_LIMIT_BYTES = 8 * 1024 * 1024
/** How a child ends that read the picture and found it at fault, or what came of it too large. */
const AT_FAULT = new Set<unknown>([65, 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'])
const NOT_JUST_NOW = 'The picture could not be read just now. Try again in a moment.'
/** Each picture has a process of its own: two at once, and some that wait for a few seconds at most. */
const queue = new InspectionQueue(2, 12)
/** The child's environment: without our configuration, above all its secrets. */
const EMPTY = {} as NodeJS.ProcessEnv

/**
 * Decodes a PNG and writes its picture anew, without anything else that stood in the file (camera, place, author). A
 * process of its own does it, with an empty environment, twenty seconds of processor time and little memory: decoders have had their
 * faults.
 * @param png passed its strict check already
 * @returns null when the picture cannot be decoded
 * @throws ServiceError `unavailable` when nothing was found out, since the process was killed or could not begin
 */
export function reEncodePng(png: Uint8Array): Promise<Uint8Array | null> {
  return runChild('badge-image-child.mjs', png)
}

/** A picture of a design as it was decoded; the bytes are those of a new file, and none for a vector graphic. */
interface DecodedPicture {
  format: 'png' | 'jpeg' | 'svg'
  /** The texts of the QR codes in it. */
  codes: string[]
  /** Whether nothing of it is seen on any paper, or on white paper. */
  blank: 'everywhere' | 'on_white' | null
  bytes: Uint8Array
}

/**
 * Decodes a PNG, JPEG or SVG in the same way, looks for codes in it, and writes what is made of pixels anew: 8 bits a
 * channel, sRGB, at most 1600 pixels wide and high.
 * @param picture an SVG passed its strict check already
 * @returns null when the picture cannot be decoded
 * @throws ServiceError `unavailable` as `reEncodePng`
 */
export async function decodePicture(picture: Uint8Array): Promise<DecodedPicture | null> {
  const answer = await runChild('design-picture-child.mjs', picture)
  const end = answer?.indexOf(10) ?? -1
  if (!answer || end < 0) return null
  const said = JSON.parse(Buffer.from(answer.subarray(0, end)).toString('utf8')) as Omit<DecodedPicture, 'bytes'>
  return { ...said, bytes: answer.slice(end + 1) }
}

/**
 * Reads the QR codes on a page of ours that strangers' pictures are on.
 * @param page as `rasterisePage` draws it
 * @throws ServiceError `unavailable` as `reEncodePng`, also where the page cannot be decoded
 */
export async function readPageCodes(page: Uint8Array): Promise<string[]> {
  const answer = await runChild('design-picture-child.mjs', page, ['page'])
  if (!answer) throw new ServiceError('unavailable', NOT_JUST_NOW)
  return (JSON.parse(Buffer.from(answer).toString('utf8')) as Pick<DecodedPicture, 'codes'>).codes
}

/** How Node is started for it: with little memory, and no file but its program and packages. */
export function pictureFlags(): string[] {
  const here = realpathSync(renderFolder())
  // Pictures of designs are searched for codes as photographs are.
  const programs = ['untrusted', 'inspect'].map((folder) => localPath(here, folder, '*'))
  return [
    '--max-old-space-size=128',
    ...permissionFlags([...programs, localPath(packagesFolder(), '*')], { addons: true }),
  ]
}

async function runChild(program: string, input: Uint8Array, more: string[] = []): Promise<Uint8Array | null> {
  const ended = await queue.run(null, async () => ({ answer: await startChild(program, input, more) }))
  if (ended === null) throw new ServiceError('unavailable', NOT_JUST_NOW, { retryAfterSeconds: 5 })
  return ended.answer
}

function startChild(program: string, input: Uint8Array, more: string[]): Promise<Uint8Array | null> {
  const here = realpathSync(renderFolder())
  const command = [process.execPath, ...pictureFlags(), localPath(here, 'untrusted', program), ...more]
  const [limited, ...args] = limitedCommand(KERNEL_LIMITS, command)
  const options = {
    cwd: tmpdir(),
    env: EMPTY,
    encoding: 'buffer' as const,
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL' as const,
    maxBuffer: ANSWER_LIMIT_BYTES,
  }
  return new Promise((resolve, reject) => {
    const child = execFile(/* turbopackIgnore: true */ limited, args, options, (error, stdout) => {
      if (error === null) resolve(new Uint8Array(stdout))
      else if (AT_FAULT.has(error.code)) resolve(null)
      else reject(new ServiceError('unavailable', NOT_JUST_NOW, { cause: error, retryAfterSeconds: 5 }))
    })
    // A child that ended early breaks the pipe; what became of it is told above.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
