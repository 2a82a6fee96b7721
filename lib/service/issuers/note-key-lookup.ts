import { noteReading } from '@/lib/store/desk/note-reading'

/** A lookup by an API key. */
interface KeyUse {
  issuerId: string
  keyId: string
  address: string
  /** How many serials it asked for. */
  serials: number
}

/** Notes a lookup by a key for the activity log; nobody waits for it, and it never fails a lookup. */
export function noteKeyLookup({ keyId, ...use }: KeyUse): void {
  noteReading({ ...use, actor: `key:${keyId}`, action: 'key.used', subject: keyId })
}
