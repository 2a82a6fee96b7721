import { log } from '@/lib/log'
import { insertActivity, insertCertificateActivity } from './activities'

/** Reading certificates, by an API key or by a person at the desk. */
export interface NotedReading {
  issuerId: string
  /** `key:<uuid>` or `user:<uuid>` */
  actor: string
  /** What it is in the activity log. */
  action: 'key.used' | 'serials.looked_up' | 'certificates.searched' | 'certificate.opened'
  /** The key, the serial of what was opened, or null. */
  subject: string | null
  address: string
  /** How many serials it asked for, or was shown. */
  serials: number
}

interface Gathered extends NotedReading {
  minute: string
  lookups: number
}

const FLUSH_MS = 60_000
/** The most rows that wait; what comes beyond is counted by who reads alone. */
const MOST_WAITING = 10_000

interface Holder {
  waiting: Map<string, Gathered>
  timer?: NodeJS.Timeout | undefined
  writing?: Promise<void>
}

const holder = globalThis as typeof globalThis & { certificateServiceReadings?: Holder }

/**
 * Notes for the activity log that something was read, gathered by who does it, what, address and minute: the log is
 * append-only, so that a row is written once its minute is over. Takes no time: nothing is written before this returns.
 */
export function noteReading(use: NotedReading): void {
  const held: Holder = (holder.certificateServiceReadings ??= { waiting: new Map() })
  const minute = new Date().toISOString().slice(0, 16)
  const key = keyOf(use, minute)
  const isFull = held.waiting.size >= MOST_WAITING && !held.waiting.has(key)
  keep(held, isFull ? inShort(use) : use, minute)
}

const keyOf = ({ issuerId, actor, action, subject, address }: NotedReading, minute: string) =>
  `${issuerId} ${actor} ${action} ${subject} ${minute} ${address}`

/** Without what somebody could name thousands of: whence, and each certificate that they open. */
function inShort(use: NotedReading): NotedReading {
  const shorter = { ...use, address: '' }
  return use.action === 'certificate.opened' ? { ...shorter, action: 'certificates.searched', subject: null } : shorter
}

function keep(held: Holder, use: NotedReading, minute: string, lookups = 1): void {
  const key = keyOf(use, minute)
  const known = held.waiting.get(key)
  if (known) Object.assign(known, { lookups: known.lookups + lookups, serials: known.serials + use.serials })
  else held.waiting.set(key, { ...use, minute, lookups })
  held.timer ??= setTimeout(() => void writeReadings(), FLUSH_MS).unref()
}

/**
 * Writes what was gathered, once what is being written is written. Never rejects: what could not be written waits for the
 * next time, and the log says so.
 */
export async function writeReadings(): Promise<void> {
  const held = holder.certificateServiceReadings
  if (!held) return
  // Two at once would each write the same.
  held.writing = (held.writing ?? Promise.resolve()).then(() => write(held))
  await held.writing
}

async function write(held: Holder): Promise<void> {
  clearTimeout(held.timer)
  held.timer = undefined
  for (const [key, use] of [...held.waiting]) {
    held.waiting.delete(key)
    const { issuerId, actor, action, subject, address, minute, lookups, serials } = use
    const detail = { minute: `${minute}Z`, lookups, serials }
    const entry = { issuerId, actor, action, subject, address: address || null, detail }
    const insert = action === 'certificate.opened' ? insertCertificateActivity : insertActivity
    await insert(entry).catch((error: unknown) => {
      log.warn({ err: error, actor }, 'what was read was not written to the activity log')
      // Where it is full by now, less is known of it rather than nothing.
      keep(held, held.waiting.size < MOST_WAITING ? use : inShort(use), minute, lookups)
    })
  }
}
