import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import type { SignatureResult } from '@/lib/domain/history/event'

/** One bit that was set in a status list: an entry of the list's append-only history. */
export interface UnsignedStatusChange {
  listId: string
  /** From 1, without gaps. */
  sequence: number
  statusIndex: number
  /** Database time, milliseconds since 1970. */
  at: number
  /** `statusChangeHash` of the entry before it; null at the first. */
  previousHash: string | null
}

/** An entry with the service's signature over `statusChangeBytes`. */
export interface StatusChange extends UnsignedStatusChange {
  serviceKeyId: string
  /** base64url of the raw ES256 signature. */
  signature: string
}

/** What is signed of an entry: its canonical JSON (RFC 8785), under a label that no other signed thing of ours has. */
export function statusChangeBytes(change: UnsignedStatusChange): string {
  return JSON.stringify({
    at: change.at,
    kind: 'certificate-verification/status-change/v1',
    list_id: change.listId,
    previous_hash: change.previousHash,
    sequence: change.sequence,
    status_index: change.statusIndex,
  })
}

/** The hash that the next entry of the list names: SHA-256 over `statusChangeBytes`, lowercase hexadecimal. */
export function statusChangeHash(change: UnsignedStatusChange): string {
  return sha256Hex(statusChangeBytes(change))
}

/** A list's history as it is read: every entry's index and time, and the signature of the last. */
interface StatusHistory {
  listId: string
  /** In order of sequence. */
  entries: readonly (readonly [sequence: number, statusIndex: number, at: number])[]
  last: { serviceKeyId: string; signature: string } | null
}

/**
 * Checks a list's history whole. The last entry names the hash of the one before it, and so on to the first: its one
 * signature speaks for all of them, whatever their own rows hold.
 * @param checkSignature checks one signature of the service over `bytes`, whose hash is `hash`
 */
export function checkStatusHistory(
  { listId, entries, last }: StatusHistory,
  checkSignature: (signed: { serviceKeyId: string; signature: string }, bytes: string, hash: string) => SignatureResult,
): SignatureResult {
  let bytes = ''
  let previousHash: string | null = null
  for (const [index, [sequence, statusIndex, at]] of entries.entries()) {
    if (sequence !== index + 1) return 'failed'
    bytes = statusChangeBytes({ listId, sequence, statusIndex, at, previousHash })
    previousHash = sha256Hex(bytes)
  }
  if (previousHash === null) return last === null ? 'passed' : 'failed'
  return last === null ? 'failed' : checkSignature(last, bytes, previousHash)
}

/** The most entries of others that are looked at. */
const MOST_OF_OTHERS = 1000

/**
 * How many entries of a list, from its first on, the service signed, where all behind them are others'.
 * @param entries all of the list, in order of sequence
 * @returns null where that cannot be told: they are mixed, one that the service signed was changed, or a key is missing
 */
export function countOwnEntries(
  entries: readonly StatusChange[],
  checkSignature: (signed: { serviceKeyId: string; signature: string }, bytes: string, hash: string) => SignatureResult,
): number | null {
  for (let count = entries.length; count > 0 && count > entries.length - MOST_OF_OTHERS; count--) {
    const last = entries[count - 1]
    const result = last ? checkSignature(last, statusChangeBytes(last), statusChangeHash(last)) : 'failed'
    if (result === 'failed') continue
    const before = entries.slice(0, count).map(({ sequence, statusIndex, at }) => [sequence, statusIndex, at] as const)
    const history = { listId: last?.listId ?? '', entries: before, last: last ?? null }
    return result === 'passed' && checkStatusHistory(history, checkSignature) === 'passed' ? count : null
  }
  return entries.length < MOST_OF_OTHERS ? 0 : null
}
