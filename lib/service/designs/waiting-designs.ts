import { randomUUID } from 'node:crypto'
import type { DesignContent } from '@/lib/contract/design/design'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { type Transaction, transaction, workingPool } from '@/lib/store/database/database'
import {
  holdProposal,
  insertProposal,
  listProposals,
  removeProposal,
  type WaitingProposal,
} from '@/lib/store/designs/design-proposals'
import { notePictures } from '@/lib/store/designs/designs'
import { fileStore } from '@/lib/store/files/file-store'
import { holdIssuer } from '@/lib/store/issuers/issuers'
import type { CheckedDesign } from './checked-design'
import { refuseDesign } from './design-refusals'
import { pageDesign } from './design-to-wear'
import { cleanEvent, cleanName, setDesign } from './set-design'
import { storedContent } from './stored-content'

/** How many designs of one issuer wait at a time. */
const MOST_WAITING = 20

/** A design of an issuer whose domain is not verified, until the operator decides (docs/decisions/0077). */
export interface WaitingDesign {
  id: string
  issuerId: string
  name: string
  content: DesignContent
  /** Whose new certificates would wear it: null for none, empty for all whose event has no design of its own. */
  forEvent: string | null
  askedAt: Date
}

/**
 * Puts a design before the operator; one of the same name that waits is replaced.
 * @param options `record` writes in the same transaction
 * @throws ServiceError `not_found`, `malformed`, `unavailable`
 */
export async function proposeDesign(
  issuerId: string,
  name: string,
  { content, pictures }: CheckedDesign,
  options: {
    forEvent: string | null
    askedBy: string
    record?: (tx: Transaction, name: string) => Promise<void>
  },
): Promise<{ id: string; name: string }> {
  const cleaned = cleanName(name)
  const eventTitle = options.forEvent ? cleanEvent(options.forEvent) : options.forEvent
  for (const { sha256, bytes } of pictures) await fileStore().put(sha256, bytes)
  const files = pictures.map(({ sha256, bytes }) => ({ sha256, size: bytes.length }))
  return transaction(async (tx) => {
    if (!(await holdIssuer(tx, issuerId, 'update'))) throw new ServiceError('not_found', 'There is no such issuer.')
    const others = (await listProposals(tx, issuerId)).filter((one) => one.name !== cleaned)
    if (others.length >= MOST_WAITING) throw refuseDesign('designs.refused.manyWaiting', { most: MOST_WAITING })
    await notePictures(tx, issuerId, files)
    const id = randomUUID()
    const asked = { askedBy: options.askedBy, askedAt: new Date() }
    await insertProposal(tx, { id, issuerId, name: cleaned, content: canonicalJson(content), eventTitle, ...asked })
    await options.record?.(tx, cleaned)
    return { id, name: cleaned }
  })
}

/**
 * The designs that wait, the oldest first.
 * @param issuerId null for those of every issuer
 */
export async function listWaitingDesigns(issuerId: string | null): Promise<WaitingDesign[]> {
  const proposals = await listProposals(workingPool(), issuerId)
  return Promise.all(
    proposals.map(async ({ eventTitle, content, ...one }) => ({
      ...one,
      content: await storedContent(workingPool(), one.issuerId, content),
      forEvent: eventTitle,
    })),
  )
}

/**
 * The operator's yes: the design becomes the next version of its name, as it was asked for.
 * @throws ServiceError `not_found`; `unavailable` when one of its pictures cannot be read: then it goes on waiting
 */
export async function acceptWaitingDesign(id: string): Promise<{ name: string; version: number; issuerId: string }> {
  const waiting = (await listWaitingDesigns(null)).find((one) => one.id === id)
  if (!waiting) throw noneWaits(id)
  await pageDesign(waiting.content)
  const { issuerId, name, forEvent } = waiting
  const set = await setDesign(
    issuerId,
    name,
    { content: waiting.content, pictures: [] },
    {
      forEvent,
      record: async (tx, { version }) => {
        // What was read is what is accepted: another of this name has another id.
        await holdWaiting(tx, id)
        await removeProposal(tx, id)
        await noteByOperator(tx, issuerId, 'design.accepted', name, { version })
      },
    },
  )
  return { name: set.name, version: set.version, issuerId }
}

/**
 * The operator's no, with a reason that the issuer's owners read.
 * @throws ServiceError `not_found`, `malformed`
 */
export async function refuseWaitingDesign(id: string, { reason }: { reason: string }): Promise<{ name: string }> {
  const why = reason.trim()
  if (why === '' || why.length > 300)
    throw new ServiceError('malformed', 'Give a reason of 1 to 300 characters: the issuer’s owners read it.')
  return transaction(async (tx) => {
    const { issuerId, name } = await holdWaiting(tx, id)
    await removeProposal(tx, id)
    await noteByOperator(tx, issuerId, 'design.refused', name, { reason: why })
    return { name }
  })
}

/**
 * Takes one back that an issuer asked for. Sent twice, it is done already.
 * @param record writes in the same transaction
 */
export async function takeBackDesign(
  issuerId: string,
  id: string,
  record: (tx: Transaction, name: string) => Promise<void>,
): Promise<void> {
  if (!isUuid(id)) return
  await transaction(async (tx) => {
    const held = await holdProposal(tx, id)
    if (held?.issuerId !== issuerId) return
    await removeProposal(tx, id)
    await record(tx, held.name)
  })
}

async function holdWaiting(tx: Transaction, id: string): Promise<WaitingProposal> {
  const held = isUuid(id) ? await holdProposal(tx, id) : null
  if (!held) throw noneWaits(id)
  return held
}

function noneWaits(id: string): ServiceError {
  return new ServiceError(
    'not_found',
    `No design waits under ${JSON.stringify(id)}. List those that do: certs design waiting`,
  )
}

function noteByOperator(
  tx: Transaction,
  issuerId: string,
  action: string,
  subject: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return noteActivity(tx, { issuerId, actor: 'operator', address: null, action, subject, detail })
}
