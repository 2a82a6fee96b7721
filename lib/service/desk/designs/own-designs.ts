import type { DesignContent } from '@/lib/contract/design/design'
import type { PreviewName } from '@/lib/contract/design/preview-names'
import { ServiceError } from '@/lib/errors'
import { renderJpeg } from '@/lib/render/certificate/render-certificate'
import type { CheckedDesign } from '@/lib/service/designs/checked-design'
import { refuseDesign } from '@/lib/service/designs/design-refusals'
import { readPageDesign } from '@/lib/service/designs/design-to-wear'
import { eraseSignatures } from '@/lib/service/designs/erase-signature'
import { listDesigns, type ShownDesign } from '@/lib/service/designs/list-designs'
import { previewDesign } from '@/lib/service/designs/preview-design'
import { setDesign, unsetDesign } from '@/lib/service/designs/set-design'
import {
  listWaitingDesigns,
  proposeDesign,
  takeBackDesign,
  type WaitingDesign,
} from '@/lib/service/designs/waiting-designs'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeHolding, authorizeStill } from '@/lib/service/desk/authorize'
import { requireFewPictures } from '@/lib/service/desk/bounds/require-few-a-day'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { holdStandingIssuer, signedDomain } from '@/lib/service/issue/issue-certificates'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { notePictures } from '@/lib/store/designs/designs'
import { fileStore } from '@/lib/store/files/file-store'
import { picturesToErase, readSent, type SentDesign } from './sent-design'

/** Names that a page is drawn with: the first large, the others small beside it. */
const DRAWN: readonly { name: PreviewName; dots: number }[] = [
  { name: 'usual', dots: 110 },
  { name: 'longest', dots: 75 },
  { name: 'arabic', dots: 75 },
  { name: 'chinese', dots: 75 },
  { name: 'shortest', dots: 75 },
]

/** The page of a design with one of the names, as a JPEG. */
export interface DrawnPage {
  name: PreviewName
  picture: Uint8Array
}

/** A design as it was sent, stored or not. */
interface DrawnDesign {
  content: DesignContent
  pages: readonly DrawnPage[]
}

/**
 * The designs of the member's issuer.
 * @throws as `authorize`
 */
export function listOwnDesigns(member: DeskMember): Promise<ShownDesign[]> {
  authorize(member, 'manage_designs')
  return listDesigns(member.issuerId)
}

/**
 * Draws the page of a design that is not stored; only its pictures are, so that the form need not send them again.
 * @throws as `authorize`; ServiceError `malformed`, `unavailable`
 */
export async function drawOwnDesign(member: DeskMember, sent: SentDesign): Promise<DrawnDesign> {
  authorize(member, 'manage_designs')
  const read = await readSent(member.issuerId, sent)
  if (read.pictures.length > 0) await requireFewPictures(member.issuerId)
  for (const { sha256, bytes } of read.pictures) await fileStore().put(sha256, bytes)
  const files = read.pictures.map(({ sha256, bytes }) => ({ sha256, size: bytes.length }))
  await transaction(async (tx) => {
    await authorizeHolding(tx, member, 'manage_designs')
    await notePictures(tx, member.issuerId, files)
  })
  return { content: read.content, pages: await draw(member, read) }
}

/** What saving a design came to: it is set, or waits for the operator. */
export type SavedDesign = DrawnDesign & { name: string; erased: number } & (
    | { waits: true }
    | { waits: false; version: number; unchanged: boolean }
  )

/**
 * Stores a design as its next version; that of an issuer whose domain is not verified waits for the operator.
 * @throws as `drawOwnDesign`
 */
export async function setOwnDesign(member: DeskMember, sent: SentDesign): Promise<SavedDesign> {
  authorize(member, 'manage_designs')
  const { assurance } = await issuerOf(member)
  const read = await readSent(member.issuerId, sent)
  const saved = assurance === 'none' ? await propose(member, sent, read) : await store(member, sent, read)
  const erased = picturesToErase(sent)
  if (erased.length > 0) {
    await eraseSignatures(member.issuerId, erased, (tx) => note(tx, member, 'design.erased', saved.name, {}))
  }
  return { ...saved, erased: erased.length, content: read.content, pages: await draw(member, read) }
}

async function store(member: DeskMember, sent: SentDesign, read: CheckedDesign) {
  const set = await setDesign(member.issuerId, sent.fields.name ?? '', read, {
    forEvent: eventToWear(sent.fields),
    seen: seenOf(sent.fields),
    record: async (tx, { name, version, unchanged, wornFor }) => {
      const detail = { version, ...(wornFor !== null && { event: wornFor }) }
      if (!unchanged || wornFor !== null) await note(tx, member, 'design.set', name, detail)
    },
  })
  return { ...set, waits: false as const }
}

async function propose(member: DeskMember, sent: SentDesign, read: CheckedDesign) {
  const { name } = await proposeDesign(member.issuerId, sent.fields.name ?? '', read, {
    forEvent: eventToWear(sent.fields),
    askedBy: actingMember(member).actor,
    record: (tx, cleaned) => note(tx, member, 'design.asked', cleaned, {}),
  })
  return { name, waits: true as const }
}

/**
 * The designs of the member's issuer that wait for the operator.
 * @throws as `authorize`
 */
export function listOwnWaitingDesigns(member: DeskMember): Promise<WaitingDesign[]> {
  authorize(member, 'manage_designs')
  return listWaitingDesigns(member.issuerId)
}

/**
 * Takes one of them back.
 * @throws as `authorize`
 */
export async function takeBackOwnDesign(member: DeskMember, id: string): Promise<void> {
  authorize(member, 'manage_designs')
  await takeBackDesign(member.issuerId, id, (tx, name) => note(tx, member, 'design.taken_back', name, {}))
}

/**
 * Takes a design off the new certificates of an event, or off all that have none of their own.
 * @param eventTitle empty for the latter
 * @throws as `authorize`; ServiceError `not_found`, `unavailable`
 */
export async function unsetOwnDesign(member: DeskMember, eventTitle: string): Promise<void> {
  authorize(member, 'manage_designs')
  await unsetDesign(member.issuerId, eventTitle, (tx, name) =>
    note(tx, member, 'design.unset', name, { event: eventTitle }),
  )
}

/** What the form was opened with. */
function seenOf({ opened_name: name = '', opened_version: version }: SentDesign['fields']) {
  return version === undefined ? undefined : { name: name.trim(), version: Number(version) }
}

/** Whose certificates wear it from now on: null changes nothing, the empty title means all that have none of their own. */
function eventToWear({ wear, event = '' }: SentDesign['fields']): string | null {
  if (wear === 'all') return ''
  if (wear !== 'event') return null
  if (event.trim() === '') throw refuseDesign('designs.refused.event')
  return event
}

async function note(
  tx: Transaction,
  member: DeskMember,
  action: string,
  subject: string,
  detail: Record<string, unknown>,
): Promise<void> {
  // Drawing takes seconds, in which whoever saves may have been removed.
  await authorizeStill(tx, member, 'manage_designs')
  await noteActivity(tx, { issuerId: member.issuerId, ...actingMember(member), action, subject, detail })
}

const issuerOf = ({ issuerId }: DeskMember) => transaction((tx) => holdStandingIssuer(tx, issuerId))

async function draw(member: DeskMember, read: CheckedDesign): Promise<DrawnPage[]> {
  const issuer = await issuerOf(member)
  const shown = { name: issuer.name, domain: signedDomain(issuer) }
  const page = await readPageDesign(read)
  return Promise.all(
    DRAWN.map(async ({ name, dots }) => ({ name, picture: await drawn(await previewDesign(shown, page, name), dots) })),
  )
}

function drawn(pdf: Uint8Array, dots: number): Promise<Uint8Array> {
  return renderJpeg(pdf, dots).catch((cause: unknown) => {
    throw new ServiceError('unavailable', 'The preview could not be made just now. Try again in a moment.', { cause })
  })
}
