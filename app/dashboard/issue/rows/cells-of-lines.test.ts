import { beforeAll, expect, it } from 'vitest'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as RUN } from '../[run]/route'
import { POST as MEND } from '../[run]/rows/route'
import { POST } from './route'

useServiceDatabase()

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

const HEAD = 'full_name,event_title,achievement'
const runOf = (answer: Response) => (answer.headers.get('location') ?? '').split('/').at(-1) ?? ''

async function paste(...rows: string[]): Promise<string> {
  const form = { rows: `${[HEAD, ...rows].join('\n')}\n` }
  return runOf(await owner.browser.visit(POST, '/dashboard/issue/rows', { form }))
}

async function look(run: string): Promise<string> {
  return (await owner.browser.visit(RUN, `/dashboard/issue/${run}`, { params: { run } })).text()
}

/** What a browser sends of the cells that a page shows: a field of one line drops line ends, one of several sends CRLF. */
function sentBy(page: string): Record<string, string> {
  const fields = page.matchAll(
    /<input [^>]*name="(cell\.[\d.]+)"[^>]*?value="([^"]*)"|<textarea [^>]*name="(cell\.[\d.]+)"[^>]*>\n?([^<]*)/g,
  )
  return Object.fromEntries(
    [...fields].map(([, name, value = '', area, text = '']) =>
      name === undefined ? [area, text.replace(/\r\n?|\n/g, '\r\n')] : [name, value.replace(/[\r\n]/g, '')],
    ),
  ) as Record<string, string>
}

/** The page once one of its cells was changed and all were sent. */
async function mended(run: string, changed: Record<string, string>): Promise<string> {
  const form = { ...sentBy(await look(run)), ...changed }
  return look(runOf(await owner.browser.visit(MEND, `/dashboard/issue/${run}/rows`, { params: { run }, form })))
}

const isOneGood = (page: string) => page.includes('One certificate can be issued.')

it.each([
  ['two people', '"Ana Lopez\nBo Wu",Welding,Pass'],
  ['a name of two lines', '"Ana Maria\nLopez",Welding,Pass'],
  ['a course of two', 'Ana,"Welding\n(advanced)",Pass'],
  ['a line end before the name', '"\nAna",Welding,Pass'],
  ['too many cells, too', '"Ana\nMaria",Lopez,Welding,Pass'],
])('a row with %s in a cell of two lines stays refused while another row is mended', async (_what, row) => {
  const page = await mended(await paste(row, ',Welding,Pass'), { 'cell.4.0': 'Cy Ek' })
  expect([isOneGood(page), Object.values(sentBy(page)).filter((cell) => cell.includes('\r\n')).length]).toEqual([
    true,
    1,
  ])
})

it('somebody who takes its line end out mends it', async () => {
  const page = await mended(await paste('"Ana Maria\nLopez",Welding,Pass'), { 'cell.2.0': 'Ana Maria Lopez' })
  expect(isOneGood(page)).toBe(true)
})
