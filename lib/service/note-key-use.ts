import { type KeyUse, noteKeyLookup, writeKeyUses } from '@/lib/store/desk/key-uses'

/** Notes a lookup by a key for the activity log; nobody waits for it, and it never fails a lookup. */
export function noteKeyUse(use: KeyUse): void {
  noteKeyLookup(use)
}

/** Writes the uses that were noted and wait for their minute to end: before the service stops. */
export function writeNotedKeyUses(): Promise<void> {
  return writeKeyUses()
}
