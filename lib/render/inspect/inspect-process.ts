import { spawn, type ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import type { Writable } from 'node:stream'
import { localPath } from '@/lib/local-path'
import { FIRST_CODE_STAYS } from '@/lib/render/typeset/engine-flags'
import { permissionFlags } from '@/lib/render/typeset/permission-flags'
import { renderFolder } from '@/lib/render/typeset/render-folder'
import { limitedCommand } from './limited-command'

const MEMORY_LIMIT_BYTES = 600 * 1024 * 1024
const LOOK_MS = 50
const ANSWER_LIMIT_BYTES = 3 * 1024 * 1024
const LINUX_PAGE_BYTES = 4096
/** The tick in which Linux counts processor time, whatever its own clock does. */
const LINUX_TICK_MS = 10
const LOW_PRIORITY = 10

/** 128 MiB of JavaScript, and 256 MiB for each WebAssembly memory (4096 pages of 64 KiB). */
const ENGINE_FLAGS = ['--max-old-space-size=128', '--wasm-max-mem-pages=4096', FIRST_CODE_STAYS]

/** Ten seconds of processor time, no file may be written, no core dump with somebody's certificate in it. */
const KERNEL_LIMITS = ['-c 0', '-t 10', '-f 0']

/** Nothing of our configuration, secrets above all; Windows adds what it cannot do without. */
const EMPTY = {} as NodeJS.ProcessEnv

/** How much one inspection may take. */
export interface InspectionLimits {
  /** Milliseconds on a processor, where the system says what was used (Linux). */
  cpuMs: number
  /** Milliseconds that may pass meanwhile. */
  timeMs: number
  /** Whether everybody else who wants a processor comes first. */
  isNice: boolean
}

/** `spent`: it used up its time on processors; `timeout`: time passed, which may be the machine's fault. */
export type ProcessEnd = { end: 'answered'; text: string } | { end: 'crash' | 'timeout' | 'spent' }

/** Which of our programs reads the document, and what for: what names a certificate, or how it differs from the issued file. */
type SandboxJob =
  | { program: 'inspect/inspect-child.mjs'; attachmentsOnly: boolean }
  | { program: 'compare/compare-child.mjs'; issued: Uint8Array }

/**
 * Lets a process of its own read one document. The process has an empty environment, may read no file but its own
 * code, may start nothing and write nothing, and gets the document as an open file, so that it needs no path.
 * @param path the document
 * @param job which of our programs reads it, and what for
 * @returns what it printed, when it ended well; `spent` or `timeout` when it was killed for the time that it took; `crash` for
 * every other end, among them too much memory and too long an answer
 */
export async function runInspector(path: string, limits: InspectionLimits, job: SandboxJob): Promise<ProcessEnd> {
  const document = await open(path, 'r')
  try {
    const child = start(document.fd, job)
    if (limits.isNice) lowerPriority(child.pid)
    return await endOf(child, limits)
  } finally {
    await document.close()
  }
}

function start(documentFd: number, job: SandboxJob): ChildProcess {
  const words = 'attachmentsOnly' in job && job.attachmentsOnly ? ['attachments'] : []
  const command = [process.execPath, ...inspectorFlags(), localPath(here(), job.program), ...words]
  const [program, ...args] = limitedCommand(KERNEL_LIMITS, command)
  const child = spawn(/* turbopackIgnore: true */ program, args, {
    cwd: tmpdir(),
    env: EMPTY,
    stdio: [documentFd, 'pipe', 'ignore', 'pipe'],
    windowsHide: true,
  })
  // Where the process has no file left, there is neither a child nor a pipe: `error` says so, once this turn is over.
  const pipes = child.stdio as ChildProcess['stdio'] | undefined
  const beside = pipes?.[3] as Writable | undefined
  // A child that ended early breaks the pipe; what became of it is told by its end.
  beside?.on('error', () => undefined)
  beside?.end('issued' in job ? job.issued : undefined)
  return child
}

/**
 * How Node is started for the inspector: with little memory, and under its permission model, with no file but the
 * code of our two programs, and no addon.
 */
export function inspectorFlags(): string[] {
  const packages = localPath(here(), '..', '..', 'node_modules')
  const readable = [
    localPath(here(), 'inspect', 'inspect-child*'),
    localPath(here(), 'compare', 'compare-child*'),
    localPath(realpathSync(localPath(packages, '@hyzyla', 'pdfium')), '*'),
    localPath(realpathSync(localPath(packages, 'zxing-wasm')), '*'),
  ]
  return [...ENGINE_FLAGS, ...permissionFlags(readable)]
}

/** The inspector's folder without symbolic links, as Node's permission model and module loader name it. */
function here(): string {
  return realpathSync(renderFolder())
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY)
  } catch {
    // It has ended, or the system knows no such thing.
  }
}

function endOf(child: ChildProcess, { cpuMs, timeMs }: InspectionLimits): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let killedFor: 'crash' | 'timeout' | 'spent' | null = null
    const kill = (reason: 'crash' | 'timeout' | 'spent') => {
      killedFor ??= reason
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => kill('timeout'), timeMs)
    const watch = setInterval(() => {
      void residentBytes(child.pid).then((bytes) => bytes > MEMORY_LIMIT_BYTES && kill('crash'))
      void processorMs(child.pid).then((spent) => spent > cpuMs && kill('spent'))
    }, LOOK_MS)
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

/** What a process has spent on a processor, where the system says it (Linux); elsewhere 0, and time alone bounds it. */
async function processorMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // Behind the program's name, which may hold anything: user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * LINUX_TICK_MS
}
