import { IssueRowsPage } from '@/components/desk/issue/issue-rows-page'
import { IssueRunGonePage } from '@/components/desk/issue/issue-run-gone-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { authorize } from '@/lib/service/desk/authorize'
import { mendRows } from '@/lib/service/desk/issue/mend-rows'
import { readWaitingRows } from '@/lib/service/desk/issue/waiting-rows'
import { deskHtml, deskPage, viewerOf } from '../../../desk'

/** The most bytes of changed cells: fifty rows of long ones in any script. */
const CELLS_BYTES = 2 * 1024 * 1024

/** The rows of a file that waits to be confirmed. */
export const GET = deskPage(async ({ person, member, params, query }) => {
  const viewer = viewerOf(person)
  const id = params.run ?? ''
  const [after = '0'] = /^\d{1,8}$/.exec(query.get('after') ?? '') ?? []
  const sought = (query.get('sought') ?? '').slice(0, 200)
  const found = await readWaitingRows(member, id, Number(after), sought)
  if (!found) return deskHtml(IssueRunGonePage, { viewer }, 404)
  return deskHtml(IssueRowsPage, { ...found, viewer, id, sought, first: after === '0' })
})

/** Puts changed cells into it, and checks it again. */
export const POST = deskPage(
  async (input) => {
    const { member, params, form, person } = input
    authorize(member, 'issue')
    const next = await mendRows(member, params.run ?? '', { cells: cellsOf(form), fitting: fittingOf(form) })
    return next === null
      ? deskHtml(IssueRunGonePage, { viewer: viewerOf(person) }, 404)
      : seeOther(`/dashboard/issue/${next}`)
  },
  { formBytes: CELLS_BYTES },
)

function cellsOf(form: URLSearchParams): Map<string, string> {
  return new Map(
    [...form].flatMap(([name, value]) => (/^cell\.\d{1,6}\.\d{1,3}$/.test(name) ? [[name.slice(5), value]] : [])),
  )
}

function fittingOf(form: URLSearchParams): Set<number> {
  return new Set([...form.keys()].flatMap((name) => (/^fits\.\d{1,6}$/.test(name) ? [Number(name.slice(5))] : [])))
}
