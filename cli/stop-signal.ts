/** Ctrl-C under npx arrives twice, from the terminal and from npm: within this time it is the same one. */
const SAME_REQUEST_MS = 1000

/**
 * Listens for what asks this process to stop: SIGINT, SIGTERM, SIGHUP. Work that takes long looks at the signal and
 * ends in order; a second request ends the process at once.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController()
  let since: number | undefined
  const request = () => {
    if (since !== undefined && performance.now() - since > SAME_REQUEST_MS) process.exit(1)
    since ??= performance.now()
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
  return controller.signal
}
