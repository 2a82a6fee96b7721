import { LookUpPage } from '@/components/desk/certificates/look-up-page'
import { arrangeLookup, LOOKUP_FILTERS, LOOKUP_ORDERS, lookupCsv } from '@/lib/domain/desk/lookup-row'
import { holdsTooManyCells, MOST_LISTED } from '@/lib/domain/issue/read-serial-list'
import { receiveSerials } from '@/lib/http/receive/receive-serials'
import { deskText } from '@/lib/i18n/desk/text'
import { deskSerials } from '@/lib/scan/desk/desk-serials'
import { authorize } from '@/lib/service/desk/authorize'
import { lookUpOwn } from '@/lib/service/desk/certificates/look-up-own'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** Looks up serials of the issuer. */
export const GET = deskPage(({ person, member }) => {
  authorize(member, 'look_up')
  return deskHtml(LookUpPage, {
    viewer: viewerOf(person),
    origins: ownOrigins(),
    serials: '',
    show: 'all',
    order: 'sent',
    problem: null,
    rows: null,
  })
})

/** Characters that are searched as quickly as the field of one serial. */
const SHORT = 2000
/** Characters that take as long to search as a list of a visitor. */
const A_LIST = 100_000

/** Without JavaScript: the whole table in one answer, or as a CSV file. */
export const POST = deskPage(
  async ({ request, person, member, memberNow, draw }) => {
    authorize(member, 'look_up')
    const { texts, field } = await receiveSerials(request)
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    if (characters > SHORT) await draw('sent_list', 1 + Math.floor(characters / A_LIST))
    const isTooLong = texts.some(holdsTooManyCells)
    const serials = isTooLong ? [] : deskSerials(texts, ownOrigins())
    const show = LOOKUP_FILTERS.find((filter) => filter === field('show')) ?? 'all'
    const order = LOOKUP_ORDERS.find((name) => name === field('order')) ?? 'sent'
    const page = { viewer: viewerOf(person), origins: ownOrigins(), show, order }
    const isTooMany = isTooLong || serials.length > MOST_LISTED
    const problem = isTooMany ? deskText('lookUp.tooMany') : serials.length === 0 ? deskText('lookUp.empty') : null
    if (problem !== null)
      return deskHtml(
        LookUpPage,
        { ...page, serials: (texts.join('\n') || field('serials')).trim().slice(0, 10_000), problem, rows: null },
        400,
      )
    const rows = arrangeLookup(await lookUpOwn(await memberNow(), serials), show, order)
    if (field('as') === 'csv') return csvFile(lookupCsv(rows))
    return deskHtml(LookUpPage, { ...page, serials: serials.join('\n'), problem, rows })
  },
  { body: 'read' },
)

function csvFile(text: string): Response {
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="look-up.csv"',
    },
  })
}
