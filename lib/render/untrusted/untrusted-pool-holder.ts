import { UntrustedPool } from './untrusted-pool'

const holder = globalThis as { untrustedPool?: UntrustedPool }

/** The one pool of the process: module state is not shared between Next's bundles and the server's own code. */
export function untrustedPool(): UntrustedPool {
  return (holder.untrustedPool ??= new UntrustedPool())
}
