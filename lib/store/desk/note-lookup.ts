import { log } from '@/lib/log'
import { insertActivity } from './activities'

/** A lookup by an API key, or by a person at the desk. */
export interface NotedLookup {
  issuerId: string
  /** `key:<uuid>` or `user:<uuid>` */
  actor: string
  /** What it is in the activity log. */
  action: 'key.used' | 'serials.looked_up'
  subject: string | null
  address: string
  /** How many serials it asked for. */
  serials: number
}

interface Gathered extends NotedLookup {
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

const holder = globalThis as typeof globalThis & { certificateServiceLookups?: Holder }

/**
 * Notes a lookup for the activity log, gathered by who does it, address and minute: the log is append-only, so that a
 * row is written once its minute is over. Takes no time: nothing is written before this returns.
 */
export function noteLookup(use: NotedLookup): void {
  const held: Holder = (holder.certificateServiceLookups ??= { waiting: new Map() })
  const minute = new Date().toISOString().slice(0, 16)
  const address = held.waiting.size < MOST_WAITING ? use.address : ''
  const key = `${use.issuerId} ${use.actor} ${minute} ${address}`
  const known = held.waiting.get(key)
  if (known) {
    known.lookups += 1
    known.serials += use.serials
  } else held.waiting.set(key, { ...use, address, minute, lookups: 1 })
  held.timer ??= setTimeout(() => void writeLookups(), FLUSH_MS).unref()
}

/** Writes what was gathered. Never rejects: what could not be written waits for the next time, and the log says so. */
export async function writeLookups(): Promise<void> {
  const held = holder.certificateServiceLookups
  if (!held) return
  clearTimeout(held.timer)
  held.timer = undefined
  for (const [key, use] of [...held.waiting]) {
    held.waiting.delete(key)
    const { issuerId, actor, action, subject, address, minute, lookups, serials } = use
    const detail = { minute: `${minute}Z`, lookups, serials }
    const entry = { issuerId, actor, action, subject, address: address || null, detail }
    await insertActivity(entry).catch((error: unknown) => {
      log.warn({ err: error, actor }, 'lookups were not written to the activity log')
      keep(held, key, use)
    })
  }
}

function keep(held: Holder, key: string, use: Gathered): void {
  const known = held.waiting.get(key)
  if (known) Object.assign(known, { lookups: known.lookups + use.lookups, serials: known.serials + use.serials })
  else if (held.waiting.size < MOST_WAITING) held.waiting.set(key, use)
  held.timer ??= setTimeout(() => void writeLookups(), FLUSH_MS).unref()
}
