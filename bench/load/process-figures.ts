import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** Processor time that a process has used, in milliseconds (Linux). */
export function cpuMilliseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Behind the program's name, which is in brackets: user and system time are the 12th and 13th fields.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Memory of a process that is in RAM, in megabytes (Linux). */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
