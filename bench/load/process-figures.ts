import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** Processor time that a process has used, in milliseconds (Linux). */
export function cpuMilliseconds(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Processor time that a process, its children and those that have ended have used, in milliseconds (Linux). */
export function familyMilliseconds(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ name, fields: readStat(name) }))
    .filter(({ fields }) => fields?.[1] === String(pid))
  const ended = statOf(pid).slice(13, 15).map(Number)
  const own = cpuMilliseconds(pid) + ended.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS
  return children.reduce((sum, { fields }) => sum + (Number(fields?.[11]) + Number(fields?.[12])) * TICK_MS, own)
}

/** The process that started another one (Linux). */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

/** Memory of a process that is in RAM, in megabytes (Linux). */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** State, parent and so on: user and system time are the 12th and 13th fields, those of ended children the next two. */
function statOf(pid: number | string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Behind the program's name, which is in brackets.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Null for a process that has ended meanwhile. */
function readStat(pid: string): string[] | null {
  try {
    return statOf(pid)
  } catch {
    return null
  }
}
