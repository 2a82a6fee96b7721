import { noteLookup, writeLookups } from '@/lib/store/desk/note-lookup'

/** A lookup by an API key. */
export interface KeyUse {
  issuerId: string
  keyId: string
  address: string
  /** How many serials it asked for. */
  serials: number
}

/** Notes a lookup by a key for the activity log; nobody waits for it, and it never fails a lookup. */
export function noteKeyUse({ keyId, ...use }: KeyUse): void {
  noteLookup({ ...use, actor: `key:${keyId}`, action: 'key.used', subject: keyId })
}

/** Writes the lookups that were noted and wait for their minute to end: before the service stops. */
export function writeNotedLookups(): Promise<void> {
  return writeLookups()
}
