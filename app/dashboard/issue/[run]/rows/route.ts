import { IssueRowsPage } from '@/components/desk/issue/issue-rows-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { mendRows } from '@/lib/service/desk/issue/mend-rows'
import { readWaitingRows } from '@/lib/service/desk/issue/waiting-rows'
import { deskHtml, deskPage, viewerOf } from '../../../desk'
import { CELLS_BYTES, sentCells } from '../../sent-cells'
import { showGone } from '../../show-gone'

/** The rows of a file that waits to be confirmed. */
export const GET = deskPage(async (input) => {
  const { person, member, params, query } = input
  const id = params.run ?? ''
  const after = lineOf(query.get('after'))
  const sought = (query.get('sought') ?? '').slice(0, 200)
  const found = await readWaitingRows(member, id, Number(after), sought)
  return found ? deskHtml(IssueRowsPage, { ...found, viewer: viewerOf(person), id, sought, after }) : showGone(input)
})

/** Puts changed cells into it, and checks it again; whoever goes on to other rows of it takes their changes along. */
export const POST = deskPage(
  async (input) => {
    const { member, params, form } = input
    const place = placeOf(form)
    const { run: next } = await mendRows(member, params.run ?? '', sentCells(form), { ifMended: place !== '' })
    return next === null ? showGone(input) : seeOther(`/dashboard/issue/${next}${place}`)
  },
  { formBytes: CELLS_BYTES },
)

/** The page of rows that a button leads to; empty for the one that only checks. A search for the same words stays where it is. */
function placeOf(form: URLSearchParams): string {
  const of = form.get('of') ?? ''
  if (form.has('after')) return rowsAt(lineOf(form.get('after')), of)
  if (!form.has('find')) return ''
  const sought = form.get('sought') ?? ''
  return rowsAt(sought === of ? lineOf(form.get('at')) : '0', sought)
}

function rowsAt(after: string, sought: string): string {
  const query = new URLSearchParams()
  if (after !== '0') query.set('after', after)
  if (sought !== '') query.set('sought', sought.slice(0, 200))
  return query.size === 0 ? '/rows' : `/rows?${query}`
}

function lineOf(text: string | null): string {
  return /^\d{1,8}$/.exec(text ?? '')?.[0] ?? '0'
}
