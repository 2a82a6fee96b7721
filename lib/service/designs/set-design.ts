import { randomUUID } from 'node:crypto'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { EVENT_TITLE_LENGTH } from '@/lib/domain/issue/issue-row'
import { cleanText } from '@/lib/domain/text/clean-text'
import { ServiceError } from '@/lib/errors'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { type Transaction, transaction } from '@/lib/store/database/database'
import {
  findDesignById,
  findVersion,
  insertDesign,
  insertVersion,
  listDefaults,
  listStoredDesigns,
  notePictures,
  setDefault,
} from '@/lib/store/designs/designs'
import { fileStore } from '@/lib/store/files/file-store'
import { holdIssuer } from '@/lib/store/issuers/issuers'
import type { CheckedDesign } from './checked-design'
import { refuseDesign } from './design-refusals'

/** What setting a design came to. */
interface SetDesign {
  id: string
  name: string
  version: number
  /** Whether the newest version said the same already. */
  unchanged: boolean
  /** The event whose new certificates did not wear it before, empty for all that have none of their own; null where nothing changed in that. */
  wornFor: string | null
}

/**
 * Stores a design under a name: a new version, unless the newest says the same. Certificates that were issued keep theirs.
 * @param options `forEvent`: makes it the design of this event's new certificates, or of all, where it is empty; null
 *   changes nothing of that; `record` writes in the same transaction; `seen` is the newest version that whoever saves has seen
 * @throws ServiceError `not_found`, `malformed`, `unavailable`; `malformed` with the detail `newest` where that is another
 */
export async function setDesign(
  issuerId: string,
  name: string,
  { content, pictures }: CheckedDesign,
  options: {
    forEvent?: string | null
    record?: (tx: Transaction, set: SetDesign) => Promise<void>
    seen?: { name: string; version: number } | undefined
  } = {},
): Promise<SetDesign> {
  const cleaned = cleanName(name)
  const forEvent = options.forEvent ? cleanEvent(options.forEvent) : options.forEvent
  for (const { sha256, bytes } of pictures) await fileStore().put(sha256, bytes)
  return transaction(async (tx) => {
    // One at a time for an issuer: versions follow each other.
    if (!(await holdIssuer(tx, issuerId, 'update'))) throw new ServiceError('not_found', 'There is no such issuer.')
    const known = (await listStoredDesigns(tx, issuerId)).find((design) => design.name === cleaned)
    const design = known ?? { id: randomUUID(), issuerId, name: cleaned }
    if (!known) await insertDesign(tx, design)
    const newest = await findVersion(tx, design.id, null)
    const text = canonicalJson(content)
    const unchanged = newest?.content === text
    const version = unchanged ? newest.version : (newest?.version ?? 0) + 1
    if (!unchanged && options.seen) refuseOvertaken(cleaned, newest?.version ?? 0, options.seen)
    if (!unchanged) await insertVersion(tx, { designId: design.id, version, content: text })
    await notePictures(
      tx,
      issuerId,
      pictures.map(({ sha256, bytes }) => ({ sha256, size: bytes.length })),
    )
    const wornFor = typeof forEvent === 'string' && !(await isWorn(tx, design, forEvent)) ? forEvent : null
    if (wornFor !== null) await setDefault(tx, issuerId, wornFor, design.id)
    const set = { id: design.id, name: design.name, version, unchanged, wornFor }
    await options.record?.(tx, set)
    return set
  })
}

async function isWorn(tx: Transaction, { id, issuerId }: { id: string; issuerId: string }, forEvent: string) {
  const defaults = await listDefaults(tx, issuerId)
  return defaults.some(({ eventTitle, designId }) => eventTitle === forEvent && designId === id)
}

/** Two people who save at once would each take away what the other wrote, unseen. */
function refuseOvertaken(name: string, newest: number, seen: { name: string; version: number }): void {
  if (newest === (seen.name === name ? seen.version : 0)) return
  throw readerError('malformed', 'designs.refused.overtaken', { name, version: newest }, { newest })
}

/**
 * Takes a design off new certificates; those that were issued keep it.
 * @param eventTitle of the event, or empty for all that have none of their own
 * @param record writes in the same transaction
 * @throws ServiceError `not_found`, `unavailable`
 */
export async function unsetDesign(
  issuerId: string,
  eventTitle: string,
  record: (tx: Transaction, name: string) => Promise<void>,
): Promise<void> {
  await transaction(async (tx) => {
    if (!(await holdIssuer(tx, issuerId, 'update'))) throw new ServiceError('not_found', 'There is no such issuer.')
    const worn = (await listDefaults(tx, issuerId)).find((one) => one.eventTitle === eventTitle)
    const design = worn && (await findDesignById(tx, issuerId, worn.designId))
    // Sent twice, it is done already.
    if (!design) return
    await setDefault(tx, issuerId, eventTitle, null)
    await record(tx, design.name)
  })
}

/** @throws ServiceError `malformed` */
export function cleanName(name: string): string {
  const cleaned = cleanText(name, { field: 'The name of the design', maxLength: 60, required: true })
  if (!cleaned.ok) throw refuseDesign('designs.refused.name')
  return cleaned.text
}

/**
 * An event's title as it is issued: spelled the same, so that it is found.
 * @throws ServiceError `malformed`
 */
export function cleanEvent(title: string): string {
  const cleaned = cleanText(title, { field: 'event', maxLength: EVENT_TITLE_LENGTH, required: true })
  if (!cleaned.ok) throw refuseDesign('designs.refused.event')
  return cleaned.text
}
