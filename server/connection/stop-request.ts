import { readFileSync } from 'node:fs'

/** Ctrl-C under npm arrives twice, from the terminal and from npm: within this time it is the same one. */
const SAME_REQUEST_MS = 1000
const PARENT_POLL_MS = 1000

/** A signal, or the end of the npm that started this process. */
type StopRequest = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'parent'

/**
 * Listens for what asks this process to stop: SIGINT, SIGTERM, SIGHUP, and the end of the npm that started it. A
 * second signal ends the process at once.
 * @returns `requested`, which resolves at the first request with what made it, and `isRequested`
 */
export function listenForStop(): { requested: Promise<StopRequest>; isRequested: () => boolean } {
  let since: number | undefined
  let resolve: (by: StopRequest) => void = () => undefined
  const requested = new Promise<StopRequest>((done) => (resolve = done))
  const request = (by: StopRequest) => {
    if (since !== undefined && performance.now() - since > SAME_REQUEST_MS) process.exit(1)
    since ??= performance.now()
    resolve(by)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal))
  if (process.env.npm_lifecycle_event) watchParent(() => since === undefined && request('parent'))
  return { requested, isRequested: () => since !== undefined }
}

/**
 * npm signals the shell that it started, and some shells end without passing it on. Where npm itself is killed, its shell waits
 * for this process, so that both would be left.
 */
function watchParent(onEnd: () => void): void {
  const parent = process.ppid
  const npm = starterOfShell(parent)
  const isLeft = () => process.ppid !== parent || (npm !== null && starterOfShell(parent) !== npm)
  setInterval(() => isLeft() && onEnd(), PARENT_POLL_MS).unref()
}

/** The process that started a shell for one command, as npm does; null where a process is no such shell, or nothing is known of it. */
export function starterOfShell(pid: number): number | null {
  try {
    const [, flag] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (flag !== '-c') return null
    // After the program's name, which may hold anything: the state, and then the parent.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(parent)
  } catch {
    return null // no Linux, or it has ended
  }
}
