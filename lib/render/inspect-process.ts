import { spawn, type ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderFolder } from './render-folder'

const TIME_LIMIT_MS = 5000
const MEMORY_LIMIT_BYTES = 600 * 1024 * 1024
const MEMORY_LOOK_MS = 50
const ANSWER_LIMIT_BYTES = 3 * 1024 * 1024
const LINUX_PAGE_BYTES = 4096

/** 128 MiB of JavaScript, and 256 MiB for each WebAssembly memory (4096 pages of 64 KiB). */
const MEMORY_FLAGS = ['--max-old-space-size=128', '--wasm-max-mem-pages=4096']

/**
 * The kernel's own limits, which hold even when this process is gone: ten seconds of processor time, no file may be
 * written, no core dump with somebody's certificate in it.
 */
const LIMITED = 'ulimit -c 0; ulimit -t 10; ulimit -f 0; exec "$0" "$@"'

/** Nothing of our configuration, secrets above all; Windows adds what it cannot do without. */
const EMPTY = {} as NodeJS.ProcessEnv

export type ProcessEnd = { end: 'answered'; text: string } | { end: 'crash' | 'timeout' }

/**
 * Lets a process of its own read one document. The process has an empty environment, may read no file but its own
 * code, may start nothing and write nothing, and gets the document as an open file, so that it needs no path.
 * @param path the document
 * @returns what it printed, when it ended well; `timeout` when it was killed after five seconds; `crash` for every
 * other end, among them too much memory and too long an answer
 */
export async function runInspector(path: string): Promise<ProcessEnd> {
  const document = await open(path, 'r')
  try {
    return await endOf(start(document.fd))
  } finally {
    await document.close()
  }
}

function start(documentFd: number): ChildProcess {
  const command = [process.execPath, ...inspectorFlags(), join(here(), 'inspect-child.mjs')]
  const [program = '', ...args] = process.platform === 'win32' ? command : ['/bin/sh', '-c', LIMITED, ...command]
  return spawn(/* turbopackIgnore: true */ program, args, {
    cwd: tmpdir(),
    env: EMPTY,
    stdio: [documentFd, 'pipe', 'ignore'],
    windowsHide: true,
  })
}

/**
 * How Node is started for the inspector: with little memory, and under its permission model, with no file but the
 * inspector's code, no process, no worker and no addon; from Node 25 no network either.
 */
export function inspectorFlags(): string[] {
  const packages = join(here(), '..', '..', 'node_modules')
  const readable = [
    join(here(), 'inspect-child*'),
    join(realpathSync(join(packages, '@hyzyla', 'pdfium')), '*'),
    join(realpathSync(join(packages, 'zxing-wasm')), '*'),
  ]
  const isStable = process.allowedNodeEnvironmentFlags.has('--permission')
  return [
    ...MEMORY_FLAGS,
    isStable ? '--permission' : '--experimental-permission',
    ...readable.map((file) => `--allow-fs-read=${file}`),
  ]
}

/** The inspector's folder without symbolic links, as Node's permission model and module loader name it. */
function here(): string {
  return realpathSync(renderFolder())
}

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let killedFor: 'crash' | 'timeout' | null = null
    const kill = (reason: 'crash' | 'timeout') => {
      killedFor ??= reason
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => kill('timeout'), TIME_LIMIT_MS)
    const watch = setInterval(() => {
      void residentBytes(child.pid).then((bytes) => bytes > MEMORY_LIMIT_BYTES && kill('crash'))
    }, MEMORY_LOOK_MS)
    const settle = (end: ProcessEnd) => {
      clearTimeout(timer)
      clearInterval(watch)
      resolve(end)
    }
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > ANSWER_LIMIT_BYTES) kill('crash')
      else chunks.push(chunk)
    })
    child.on('error', () => settle({ end: 'crash' }))
    child.on('close', (code) => {
      if (killedFor) settle({ end: killedFor })
      else if (code === 0) settle({ end: 'answered', text: Buffer.concat(chunks).toString('utf8') })
      else settle({ end: 'crash' })
    })
  })
}

/** What a process holds in memory, where the system says it (Linux); elsewhere 0, and the flags alone bound it. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * LINUX_PAGE_BYTES
}
