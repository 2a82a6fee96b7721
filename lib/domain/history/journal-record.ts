import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import type { TextBinding } from '@/lib/crypto/encryption/encrypted-text'
import type { StatusChange } from '@/lib/domain/certificate/status-change'
import { eventHash, type SignedEvent } from './event'

/** The journal's record of one change, kept outside the database (docs/decisions/0031). Holds no personal data. */
export type JournalRecord = {
  /** The number of the transaction: what was committed later has a higher one. */
  position: number
} & (
  | { kind: 'event'; event: SignedEvent }
  | { kind: 'status'; change: StatusChange }
  /** A key that was made or ended, with which later entries are signed. */
  | { kind: 'key'; table: KeyTable; id: string; state: JournalledKeyState }
  /** What was forgotten of a person (docs/decisions/0130). */
  | ({ kind: 'forgotten' } & ForgottenRow)
)

export type JournalledKeyState = 'active' | 'retired' | 'compromised'

/** A row that was deleted, or emptied of what it said of a person; its random id says nothing once it is. */
export interface ForgottenRow {
  table: 'watchers' | 'watches' | 'passports' | 'reports' | 'design_pictures' | 'desk_users' | 'desk_invitations'
  id: string
}

export type KeyTable = 'issuer_signing_keys' | 'service_keys'

/** Where the encrypted rows that belong to a record are; null where a record needs none. */
export function enclosureName(record: JournalRecord): string | null {
  if (record.kind === 'event') return `event-${eventHash(record.event)}`
  if (record.kind === 'key') return `key-${sha256Hex(`${record.table}/${record.id}`)}`
  return null
}

/** What an enclosure is encrypted for. */
export function enclosureBinding(name: string): TextBinding {
  return { purpose: 'certificate-verification/journal-enclosure/v1', row: name }
}

/** The history or status list that a record speaks of; for a key or what was forgotten its own id. */
export function recordSubject(record: JournalRecord): string {
  if (record.kind === 'event') return record.event.chainId
  return record.kind === 'status' ? record.change.listId : record.id
}

/** What tells a record from every other, wherever it stands in the journal. */
export function recordName(record: JournalRecord): string {
  if (record.kind === 'event') return `event-${eventHash(record.event)}`
  if (record.kind === 'key') return `key-${record.table}/${record.id}/${record.state}`
  if (record.kind === 'forgotten') return `forgotten-${record.table}/${record.id}`
  return `status-${record.change.listId}/${record.change.statusIndex}`
}

const SUM_LENGTH = 16

/** A record as a line: a checksum against damage, a space, JSON, and the end of the line. */
export function journalLine(record: JournalRecord): string {
  const json = JSON.stringify(record)
  return `${sha256Hex(json).slice(0, SUM_LENGTH)} ${json}\n`
}

/**
 * Reads a line.
 * @param line without its end
 * @returns null when it is damaged
 */
export function readJournalLine(line: string): JournalRecord | null {
  const json = line.slice(SUM_LENGTH + 1)
  if (line.charAt(SUM_LENGTH) !== ' ' || sha256Hex(json).slice(0, SUM_LENGTH) !== line.slice(0, SUM_LENGTH)) return null
  return JSON.parse(json) as JournalRecord
}
