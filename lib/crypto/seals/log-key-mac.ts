import type { KeySource } from './key-source'
import { isVouched, vouch } from './vouched-row'

/** The columns of a row of the public log's keys that its MAC protects. */
interface LogKeyFacts {
  id: string
  purpose: string
  name: string
  publicKey: string
  state: string
  /** Milliseconds since 1970. */
  createdAt: number
  endedAt: number | null
}

const LABEL = 'certificate-verification/log-key-row-mac/v1'

/** Authenticates a row of the log's keys, as `serviceKeyMac` does a row of the service's. */
export function logKeyMac(keyEncryptionKey: Buffer, row: LogKeyFacts): string {
  return vouch(keyEncryptionKey, LABEL, valueOf(row))
}

/** Checks that a row is the one that `logKeyMac` was computed for. */
export function verifyLogKeyMac(source: KeySource, row: LogKeyFacts, expectedMac: string): boolean {
  return isVouched(source, LABEL, valueOf(row), expectedMac)
}

function valueOf({ id, purpose, name, publicKey, state, createdAt, endedAt }: LogKeyFacts): LogKeyFacts {
  return { id, purpose, name, publicKey, state, createdAt, endedAt }
}
