import type { KeySource } from './key-source'
import { isVouched, vouch } from './vouched-row'

/** The columns of a restore’s row that its MAC protects; times in milliseconds since 1970. */
export interface RestoreFacts {
  id: string
  backupId: string
  backedUpAt: number
  restoredAt: number
  comparedAt: number | null
  comparedWith: string | null
}

const LABEL = 'certificate-verification/restore-row-mac/v1'

/** Authenticates the row of a restore, so that writing to the database cannot say that it was compared. */
export function restoreMac(keyEncryptionKey: Buffer, row: RestoreFacts): string {
  return vouch(keyEncryptionKey, LABEL, valueOf(row))
}

/** Checks that a row is the one that `restoreMac` was computed for. */
export function verifyRestoreMac(source: KeySource, row: RestoreFacts, expectedMac: string): boolean {
  return isVouched(source, LABEL, valueOf(row), expectedMac)
}

function valueOf({ id, backupId, backedUpAt, restoredAt, comparedAt, comparedWith }: RestoreFacts): RestoreFacts {
  return { id, backupId, backedUpAt, restoredAt, comparedAt, comparedWith }
}
