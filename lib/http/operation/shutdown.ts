const holder = globalThis as typeof globalThis & { certificateServiceStopping?: boolean }

/**
 * Announces that this process is about to stop: readiness answers 503 from now on, so that balancers send no more
 * requests here.
 */
export function beginShutdown(): void {
  holder.certificateServiceStopping = true
}

/** Takes it back: for a listener that is started again in the same process. */
export function endShutdown(): void {
  holder.certificateServiceStopping = false
}

export function isShuttingDown(): boolean {
  return holder.certificateServiceStopping === true
}
