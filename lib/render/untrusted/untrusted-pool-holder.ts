import { UntrustedPool } from './untrusted-pool'

const holder = globalThis as typeof globalThis & {
  certificateUntrustedPool?: UntrustedPool
  certificateTablePool?: UntrustedPool
}

/** The one pool of the process: module state is not shared between Next's bundles and the server's own code. */
export function untrustedPool(): UntrustedPool {
  return (holder.certificateUntrustedPool ??= new UntrustedPool())
}

/** Tables have a thread of their own: one of ten thousand rows takes seconds, which no badge may wait for. */
export function tablePool(): UntrustedPool {
  return (holder.certificateTablePool ??= new UntrustedPool({
    size: 1,
    maxWaiting: 8,
    timeoutMs: 20_000,
    patienceMs: 60_000,
  }))
}
