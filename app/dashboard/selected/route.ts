import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type FurtherOfBatch, SelectedPage } from '@/components/desk/certificates/selected-page'
import { SELECTED } from '@/components/desk/desk-link'
import { isOwnShape, serialKey } from '@/lib/domain/certificate/serial'
import { isUuid } from '@/lib/domain/text/uuid'
import { csvDownload } from '@/lib/http/answer/csv-download'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { seeOther } from '@/lib/http/desk/see-other'
import { formId } from '@/lib/http/desk/shown-once'
import { deskText } from '@/lib/i18n/desk/text'
import { readSerials } from '@/lib/scan/typed/read-serials'
import { selectBatch } from '@/lib/service/desk/certificates/select-batch'
import {
  csvOfSelected,
  MOST_SELECTED,
  readSelected,
  resendSelected,
  type Selection,
  type WithdrawnSelection,
  withdrawSelected,
  zipSelected,
} from '@/lib/service/desk/certificates/selected-certificates'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { deskHtml, deskPage, viewerOf } from '../desk'
import { fieldProblemOf, REASONS } from '../problem-of'

const NOTHING: Selection = { found: [], missing: [] }
const NOT_TYPED = { count: '', reason: '', publicReason: '', notify: false }

/** What a page says besides its certificates. */
interface Came {
  typed?: typeof NOT_TYPED
  problem?: ReturnType<typeof fieldProblemOf>
  done?: string | null
  result?: WithdrawnSelection
  further?: FurtherOfBatch | null
}

/** Several certificates at once, also those of a batch: as a table or files, sent again by mail, or withdrawn. */
export const GET = deskPage(async (input) => {
  const { member, query } = input
  const batch = query.get('batch')
  if (batch === null) return show(input, NOTHING, { done: mailed(query.get('mailed')) })
  const { found, next } = await selectBatch(member, batch, Number(lineOf(query.get('after'))))
  return show(input, { found, missing: [] }, { further: next === null ? null : { batch, after: String(next) } })
})

export const POST = deskPage(
  async (input) => {
    const { form, member } = input
    const serials = chosenSerials(form)
    const typed = {
      count: form.get('count') ?? '',
      reason: form.get('reason') ?? '',
      publicReason: form.get('public_reason') ?? '',
      notify: form.has('notify'),
    }
    const further = furtherOf(form)
    let selection = NOTHING
    try {
      const act = form.get('do')
      const result = act === 'withdraw' ? await tryWithdrawing() : null
      selection = await readSelected(member, serials).catch((error: unknown) => {
        // What was done is said, whatever cannot be read now.
        if (result) return NOTHING
        throw error
      })
      if (act === 'table') return csvDownload('certificates.csv', await csvOfSelected(selection))
      if (act === 'files') return zipDownload(await zipSelected(selection))
      if (act === 'mail') return seeOther(`${SELECTED}?mailed=${await resendSelected(member, serials, formId(form))}`)
      return await show(input, selection, { further, ...(result && { result }) })
    } catch (error) {
      return show(input, selection, { further, typed, problem: fieldProblemOf(error, REASONS) }, 400)
    }

    async function tryWithdrawing(): Promise<WithdrawnSelection> {
      try {
        return await withdrawSelected(member, serials, typed)
      } catch (error) {
        selection = await readSelected(member, serials)
        throw error
      }
    }
  },
  { formBytes: 256 * 1024 },
)

/** What is said once messages were queued, by what stands in the address of the page. */
function mailed(came: string | null): string | null {
  if (came === 'before') return deskText('selected.mailedBefore')
  return came !== null && /^\d{1,3}$/.test(came) ? deskText('batch.mailed', { count: Number(came) }) : null
}

/**
 * The boxes that were ticked, and what was pasted: a list, links, or any other text with serials. A line in which no serial was found
 * is looked for as it is, so that the page names it as missing: who withdraws must not believe that it was among them.
 */
function chosenSerials(form: URLSearchParams): string[] {
  const text = (form.get('serials') ?? '').replaceAll('\0', '')
  const found = readSerials(text, ownOrigins(), 2 * MOST_SELECTED)
  const keys = new Set(found.map(serialKey))
  const missed = text.split(/\r?\n/, 2 * MOST_SELECTED).filter((line) => {
    const key = serialKey(line)
    const isFound = [...keys].some((one) => key.includes(one) || (isOwnShape(one) && one.includes(key)))
    const alone = key === '' || isFound ? [] : readSerials(line, ownOrigins(), MOST_SELECTED)
    return alone.length > 0 && !alone.some((one) => keys.has(serialKey(one)))
  })
  const chosen = form.getAll('serial').map((serial) => serial.replaceAll('\0', ''))
  return [...chosen, ...found, ...missed.map((line) => line.trim())].map((one) => one.slice(0, 127))
}

/** Where the further certificates of a batch are, as the page was told that the form is of. */
function furtherOf(form: URLSearchParams): FurtherOfBatch | null {
  const batch = form.get('batch') ?? ''
  return isUuid(batch) ? { batch, after: lineOf(form.get('after')) } : null
}

function lineOf(text: string | null): string {
  return /^\d{1,8}$/.exec(text ?? '')?.[0] ?? '0'
}

function zipDownload(archive: AsyncGenerator<Uint8Array>): Response {
  return new Response(Readable.toWeb(Readable.from(archive, { objectMode: false })) as ReadableStream, {
    headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="certificates.zip"' },
  })
}

function show({ person }: DeskInput, selection: Selection, came: Came, status = 200): Promise<Response> {
  const { result = null, done = null, problem = null, typed = NOT_TYPED, further = null } = came
  const page = { viewer: viewerOf(person), most: MOST_SELECTED, mail: mailIsOn(), once: randomUUID(), ...selection }
  return deskHtml(SelectedPage, { ...page, result, done, problem, typed, further }, status)
}
