/** Under `npx`, Ctrl-C arrives twice, from the terminal and from npm: within this time it is the same one. */
const SAME_REQUEST_MS = 1000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Listens for what asks this process to stop: SIGINT, SIGTERM, SIGHUP. Work that takes long looks at the signal and
 * ends in order; a second request ends the process at once.
 * @returns the signal, and `dispose`, which ends the listening
 */
export function stopSignal(): { signal: AbortSignal; dispose: () => void } {
  const controller = new AbortController()
  let since: number | undefined
  const request = () => {
    if (since !== undefined && performance.now() - since > SAME_REQUEST_MS) process.exit(1)
    if (since !== undefined) return
    since = performance.now()
    if (process.stderr.isTTY)
      process.stderr.write('\nStops as soon as it can end in order. Once more ends it at once.\n')
    controller.abort()
  }
  for (const signal of SIGNALS) process.on(signal, request)
  return { signal: controller.signal, dispose: () => SIGNALS.forEach((signal) => process.off(signal, request)) }
}
