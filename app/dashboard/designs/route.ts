import { DesignsPage } from '@/components/desk/designs/designs-page'
import { PICTURE_FIELDS, type TypedDesign, typedOf } from '@/components/desk/designs/typed-design'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { receiveFiles } from '@/lib/http/receive/receive-upload'
import { deskText } from '@/lib/i18n/desk/text'
import { PICTURE_BYTES } from '@/lib/service/designs/check-picture'
import { authorize } from '@/lib/service/desk/authorize'
import {
  type DrawnPage,
  drawOwnDesign,
  listOwnDesigns,
  listOwnWaitingDesigns,
  type SavedDesign,
  setOwnDesign,
  takeBackOwnDesign,
  unsetOwnDesign,
} from '@/lib/service/desk/designs/own-designs'
import type { SentDesign } from '@/lib/service/desk/designs/sent-design'
import { deskHtml, deskPage, viewerOf } from '../desk'
import { problemOf } from '../problem-of'

/** What a form may send: two of its pictures as large as one may be. */
const LIMITS = { maxBytes: 2 * PICTURE_BYTES, mostFiles: PICTURE_FIELDS.length, mostFields: 60 }

/** What the page says besides the form. */
interface Came {
  done?: string | null
  problem?: string
  pages?: readonly DrawnPage[]
}

/** The designs of the issuer, and the form of one. */
export const GET = deskPage(async (input) => {
  const designs = await listOwnDesigns(input.member)
  const asked = designs.find(({ id }) => id === input.query.get('design')) ?? designs.find(({ isDefault }) => isDefault)
  return show(input, typedOf(asked?.name ?? deskText('designs.newName'), asked?.content ?? null), {})
})

/** Draws a design with invented names, or saves it, or takes one off new certificates. */
export const POST = deskPage(
  async (input) => {
    // Before anything of the body is read: who may not change designs need not send pictures.
    authorize(input.member, 'manage_designs')
    let typed: TypedDesign = typedOf(deskText('designs.newName'), null)
    try {
      const received = await receiveFiles(input.request, LIMITS)
      const fields = Object.fromEntries(received.fields)
      if (fields.do === 'unset') {
        await unsetOwnDesign(await input.memberNow(), fields.event ?? '')
        return await show(input, typed, { done: deskText('designs.unset') })
      }
      if (fields.do === 'take_back') {
        await takeBackOwnDesign(await input.memberNow(), fields.waiting ?? '')
        return await show(input, typed, { done: deskText('designs.takenBack') })
      }
      typed = { ...typed, ...fields }
      const sent: SentDesign = {
        fields,
        files: new Map([...received.files].map(([name, { file }]) => [name, file])),
      }
      const { content, ...came } = await drawOrSave(input, sent)
      typed = { ...typedOf(typed.name ?? '', content), ...stillTyped(fields) }
      return await show(input, typed, came)
    } catch (error) {
      return show(input, typed, { problem: problemOf(error) }, 400)
    }
  },
  { body: 'read' },
)

async function drawOrSave(input: DeskInput, sent: SentDesign) {
  const member = await input.memberNow()
  if (sent.fields.do !== 'save') return drawOwnDesign(member, sent)
  const saved = await setOwnDesign(member, sent)
  const { content, pages, erased } = saved
  const done = savedSentence(saved)
  return { content, pages, done: erased > 0 ? `${done} ${deskText('designs.erased')}` : done }
}

function savedSentence(saved: SavedDesign): string {
  const { name } = saved
  if (saved.waits) return deskText('designs.waits', { name })
  return deskText(saved.unchanged ? 'designs.unchanged' : 'designs.saved', { name, version: saved.version })
}

/** What was typed, and is no part of a design that is only looked at. */
function stillTyped(fields: TypedDesign): TypedDesign {
  if (fields.do === 'save') return {}
  const erasing = Object.keys(fields).flatMap((name) =>
    name.startsWith('erase_') ? [name, name.replace('erase_', 'kept_')] : [],
  )
  return Object.fromEntries(['wear', 'event', ...erasing].map((name) => [name, fields[name] ?? '']))
}

async function show({ person, member }: DeskInput, typed: TypedDesign, came: Came, status = 200): Promise<Response> {
  const designs = (await listOwnDesigns(member)).map(({ content, ...design }) => ({
    ...design,
    layout: content.layout,
  }))
  const pages = (came.pages ?? []).map(({ name, picture }) => ({
    name,
    picture: `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`,
  }))
  const waiting = (await listOwnWaitingDesigns(member)).map(({ id, name, askedAt, forEvent }) => {
    return { id, name, askedAt, forEvent }
  })
  const said = { done: came.done ?? null, problem: came.problem ?? null }
  return deskHtml(DesignsPage, { viewer: viewerOf(person), designs, waiting, typed, pages, ...said }, status)
}
