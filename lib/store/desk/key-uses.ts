import { log } from '@/lib/log'
import { insertActivity } from './activities'

/** A lookup by an API key. */
export interface KeyUse {
  issuerId: string
  keyId: string
  address: string
  /** How many serials it asked for. */
  serials: number
}

interface Gathered extends KeyUse {
  minute: string
  lookups: number
}

const FLUSH_MS = 60_000
/** The most rows that wait; what comes beyond, from ever new addresses, is counted under none. */
const MOST_WAITING = 10_000

interface Holder {
  waiting: Map<string, Gathered>
  timer?: NodeJS.Timeout | undefined
}

const holder = globalThis as typeof globalThis & { certificateServiceKeyUses?: Holder }

/**
 * Notes a lookup by a key for the activity log, gathered by key, address and minute: the log is append-only, so that a
 * row is written once its minute is over. Takes no time: nothing is written before this returns.
 */
export function noteKeyLookup(use: KeyUse): void {
  const held: Holder = (holder.certificateServiceKeyUses ??= { waiting: new Map() })
  const minute = new Date().toISOString().slice(0, 16)
  const address = held.waiting.size < MOST_WAITING ? use.address : ''
  const key = `${use.keyId} ${minute} ${address}`
  const known = held.waiting.get(key)
  if (known) {
    known.lookups += 1
    known.serials += use.serials
  } else held.waiting.set(key, { ...use, address, minute, lookups: 1 })
  held.timer ??= setTimeout(() => void writeKeyUses(), FLUSH_MS).unref()
}

/** Writes what was gathered. Never rejects: what could not be written waits for the next time, and the log says so. */
export async function writeKeyUses(): Promise<void> {
  const held = holder.certificateServiceKeyUses
  if (!held) return
  clearTimeout(held.timer)
  held.timer = undefined
  for (const [key, { issuerId, keyId, address, minute, lookups, serials }] of [...held.waiting]) {
    held.waiting.delete(key)
    const detail = { minute: `${minute}Z`, lookups, serials }
    const entry = {
      issuerId,
      actor: `key:${keyId}`,
      action: 'key.used',
      subject: keyId,
      address: address || null,
      detail,
    }
    await insertActivity(entry).catch((error: unknown) => {
      log.warn({ err: error, keyId }, 'the use of an issuer key was not written to the activity log')
      keep(held, key, { issuerId, keyId, address, minute, lookups, serials })
    })
  }
}

function keep(held: Holder, key: string, use: Gathered): void {
  const known = held.waiting.get(key)
  if (known) Object.assign(known, { lookups: known.lookups + use.lookups, serials: known.serials + use.serials })
  else if (held.waiting.size < MOST_WAITING) held.waiting.set(key, use)
  held.timer ??= setTimeout(() => void writeKeyUses(), FLUSH_MS).unref()
}
