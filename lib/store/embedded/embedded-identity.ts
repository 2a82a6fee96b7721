import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Identifies one process beyond its number, which is used again: number, start time and the machine's boot.
 * @returns one line without spaces or slashes, or null where no such process runs
 */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') return linuxIdentity(pid)
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    return `${pid}.${Date.parse(started.trim())}`
  } catch {
    return null
  }
}

/** Whether the process that `processIdentity` named still runs. */
export function isRunning(identity: string): boolean {
  return processIdentity(Number.parseInt(identity, 10)) === identity
}

function linuxIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // the name before may hold spaces and brackets
    const [state, startTicks] = [fields[0], fields[19]]
    if (state === 'Z' || state === 'X') return null
    return `${pid}.${startTicks}.${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}`
  } catch {
    return null
  }
}

/** The command line of a process, its arguments apart by single characters, or "" where it does not run. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}
