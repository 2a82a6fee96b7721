import { DesignsPage } from '@/components/desk/designs/designs-page'
import { PICTURE_FIELDS, type TypedDesign, typedOf } from '@/components/desk/designs/typed-design'
import { ServiceError } from '@/lib/errors'
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
  problem?: string | null
  pages?: readonly DrawnPage[]
}

/** The designs of the issuer, and the form of one. */
export const GET = deskPage(async (input) => {
  const designs = await listOwnDesigns(input.member)
  const asked = designs.find(({ id }) => id === input.query.get('design')) ?? designs.find(({ isDefault }) => isDefault)
  return show(input, typedOf(asked?.name ?? deskText('designs.newName'), asked?.content ?? null, asked?.version), {})
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
      const { content, opened, ...came } = await drawOrSave(input, sent)
      const still = fields.do === 'save' && came.problem === null ? {} : stillTyped(fields)
      typed = { ...typedOf(typed.name ?? '', content), ...still, ...opened }
      return await show(input, typed, came, came.problem === null ? 200 : 400)
    } catch (error) {
      return show(input, typed, { problem: problemOf(error) }, 400)
    }
  },
  { body: 'read' },
)

async function drawOrSave(input: DeskInput, sent: SentDesign) {
  const member = await input.memberNow()
  const { name = '', opened_name = '', opened_version = '0' } = sent.fields
  const opened = { opened_name, opened_version }
  const drawn = async () => ({ ...(await drawOwnDesign(member, sent)), opened, done: null, problem: null })
  if (sent.fields.do !== 'save') return drawn()
  try {
    const saved = await setOwnDesign(member, sent)
    const { content, pages, erased } = saved
    const done = savedSentence(saved)
    return {
      ...{ content, pages, problem: null },
      opened: saved.waits ? opened : openedAt(saved.name, saved.version),
      done: erased > 0 ? `${done} ${deskText('designs.erased')}` : done,
    }
  } catch (error) {
    const newest = error instanceof ServiceError ? error.details.newest : undefined
    if (typeof newest !== 'number') throw error
    // Its pictures are kept as those of one that is looked at: saved again, it takes the place of what has been said to be there.
    return { ...(await drawn()), opened: openedAt(name.trim(), newest), problem: problemOf(error) }
  }
}

const openedAt = (name: string, version: number) => ({ opened_name: name, opened_version: String(version) })

function savedSentence(saved: SavedDesign): string {
  const { name } = saved
  if (saved.waits) return deskText('designs.waits', { name })
  return deskText(saved.unchanged ? 'designs.unchanged' : 'designs.saved', { name, version: saved.version })
}

/** What was typed, and is no part of a design that is not saved. */
function stillTyped(fields: TypedDesign): TypedDesign {
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
