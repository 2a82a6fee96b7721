import { beforeAll, describe, expect, it } from 'vitest'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { mendRows, UNCHANGED } from '@/lib/service/desk/issue/mend-rows'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { workbook } from '@/test/desk/workbook'
import { GET as RUN, POST as CONFIRM } from '../[run]/route'
import { POST as MEND } from '../[run]/rows/route'
import { POST as SEND } from '../route'
import { POST } from './route'

useServiceDatabase()

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

const REFUSED = 'another number of cells than the first line'

const runOf = (answer: Response) => (answer.headers.get('location') ?? '').split('/').at(-1) ?? ''

async function paste(...lines: string[]): Promise<string> {
  return runOf(await owner.browser.visit(POST, '/dashboard/issue/rows', { form: { rows: `${lines.join('\n')}\n` } }))
}

async function look(run: string): Promise<string> {
  return (await owner.browser.visit(RUN, `/dashboard/issue/${run}`, { params: { run } })).text()
}

/** The run of a table whose columns were confirmed as these. */
async function confirmed(run: string, columns: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const chosen = Object.fromEntries(columns.map((column, at) => [`column.${at}`, column]))
  const form = { choice: 'columns', ...chosen, ...more }
  return runOf(await owner.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form }))
}

/** Sends the page of a run with one row's cells as these: with all the others, as a browser does, whoever has looked at them. */
async function mended(run: string, line: number, cells: readonly string[], fits = false): Promise<string> {
  const shown = Object.entries(cellsOf(await look(run))).map(([at, cell]) => [`cell.${at}`, cell])
  const changed = cells.map((cell, at) => [`cell.${line}.${at}`, cell])
  const form = Object.fromEntries([...shown, ...changed, ...(fits ? [[`fits.${line}`, 'yes']] : [])]) as Record<
    string,
    string
  >
  return runOf(await owner.browser.visit(MEND, `/dashboard/issue/${run}/rows`, { params: { run }, form }))
}

/** What a page offers to be mended: each cell by its line and place. */
function cellsOf(page: string): Record<string, string> {
  const fields = [...page.matchAll(/<(?:input|textarea) [^>]*name="cell\.([\d.]+)"[^>]*>([^<]*)/g)]
  return Object.fromEntries(fields.map(([field, at, text]) => [at, /value="([^"]*)"/.exec(field)?.[1] ?? text]))
}

async function issuedFrom(run: string): Promise<string[]> {
  const form = { choice: 'skip_bad' }
  await owner.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form })
  await issueRunsEnded()
  const { rows } = await workingPool().query<{ row: string }>(
    `SELECT concat_ws('|', full_name, event_title, achievement) AS row FROM certificates WHERE issuer_id = $1`,
    [issuer.id],
  )
  return rows.map(({ row }) => row)
}

const THREE = ['full_name', 'event_title', 'achievement']

describe('a row with more cells than the head of its table', () => {
  it.each([
    ['in a table whose columns were guessed', 'Name,Course,Result', THREE, 'Ana,Welding,Pass'],
    ['in one with a column that is left out', 'Name,Course,Result,Notes', [...THREE, ''], 'Ana,Welding,Pass,x'],
    ['in one in another order', 'Result,Name,Course', ['achievement', 'full_name', 'event_title'], 'Pass,Ana,Welding'],
    ['under a name that is empty', 'Name,Course,Result,', [...THREE, ''], 'Ana,Welding,Pass,'],
    ['under our own names', 'full_name;event_title;achievement;event_date', null, 'Ana;Welding;Pass;3.4.2026'],
    ['under our own names, with bars', 'full_name|event_title|achievement', null, 'Ana|Welding|Pass'],
  ])('is refused %s, and every cell of it is shown', async (_where, head, columns, good) => {
    const [separator = ','] = /[,;|]/.exec(head) ?? []
    const shifted = ['Smith', 'John', 'Welding', 'Pass', '3.4.2026'].slice(0, head.endsWith(',') ? 4 : undefined)
    const sent = await paste(head, good, '', shifted.join(separator))
    const run = columns ? await confirmed(sent, columns) : sent
    const page = await look(run)
    expect([page.includes('One certificate can be issued.'), page.includes(REFUSED)]).toEqual([true, true])
    const shown = cellsOf(page)
    expect(Object.keys(shown).every((at) => at.startsWith('4.'))).toBe(true)
    expect(Object.values(shown).toSorted()).toEqual(shifted.toSorted())
  })

  it('stays refused when another row is mended, when it is sent back as it is, and when the look has changed', async () => {
    const run = await paste(THREE.join(','), ',Welding,Pass', 'Smythe, John,Welding,Pass')
    const other = await mended(run, 2, ['Cy Lopez', 'Welding', 'Pass'])
    const unchanged = await mended(other, 3, ['Smythe', ' John', 'Welding', 'Pass'])
    const again = (await mendRows(owner.member, unchanged, UNCHANGED)).run ?? ''
    const page = await look(again)
    expect([page.includes('One certificate can be issued.'), page.includes(REFUSED)]).toEqual([true, true])
    expect(cellsOf(page)).toEqual({ '3.0': 'Smythe', '3.1': ' John', '3.2': 'Welding', '3.3': 'Pass' })
    const moved = await mended(again, 3, ['Smythe, John', 'Welding', 'Pass', ''])
    expect(await look(moved)).toContain('2 certificates can be issued.')
    expect((await issuedFrom(moved)).toSorted()).toEqual(['Cy Lopez|Welding|Pass', 'Smythe, John|Welding|Pass'])
  })

  it('is refused even where the further cells are empty, as the command refuses it', async () => {
    const sent = await paste('Name,Course,Result,Notes', 'Ana Lopez,Welding,Pass,', 'Smith, John,Welding,Pass,')
    const run = await confirmed(sent, [...THREE, ''])
    const page = await look(run)
    expect(page).toContain(REFUSED)
    expect(cellsOf(page)).toMatchObject({ '3.0': 'Smith', '3.1': 'John', '3.2': 'Welding', '3.3': 'Pass' })
  })

  it('that holds nothing but a cell too many is not left out in silence', async () => {
    const run = await confirmed(await paste('Name,Course,Result', 'Ana,Welding,Pass', ',,,Smith'), THREE)
    expect(await look(run)).toContain(REFUSED)
  })

  it('in a workbook whose head ends before it is refused, and a stray note can be emptied', async () => {
    const text = (written: string) => ({ text: written })
    const upload = new FormData()
    const file = workbook([
      ['Participant', 'Course', 'Result'].map(text),
      ['Ana Lopez', 'Welding', 'Pass'].map(text),
      ['Bo', 'Welding', 'Pass', 'to be asked'].map(text),
    ])
    upload.set('file', new File([file as BlobPart], 'course.xlsx'))
    const sent = runOf(await owner.browser.visit(SEND, '/dashboard/issue', { upload }))
    const run = await confirmed(sent, [...THREE, ''])
    const page = await look(run)
    expect(cellsOf(page)).toEqual({ '3.0': 'Bo', '3.1': 'Welding', '3.2': 'Pass', '3.3': 'to be asked' })
    expect(await look(await mended(run, 3, ['Bo', 'Welding', 'Pass', '']))).toContain('2 certificates can be issued.')
  })
})

describe('a row with fewer cells than the head of its table', () => {
  it.each([
    ['Name,Course,Result,Email', [...THREE, 'email'], {}],
    ['Name,Course,Result,Notes', [...THREE, ''], {}],
    ['Name,Course,Result,Number', [...THREE, 'registration_number'], {}],
    ['Name,Course,Notes,Result', ['full_name', 'event_title', '', 'achievement'], { 'default.achievement': 'Pass' }],
  ])('is refused under %s: a separator may be missing', async (head, columns, once) => {
    const run = await confirmed(await paste(head, 'Ana Lopez Welding,Pass,a@example.org'), columns, once)
    const page = await look(run)
    expect([page.includes('No certificate can be issued.'), page.includes(REFUSED)]).toEqual([true, true])
  })

  it('stays refused when another is mended, and is good once somebody has looked at all its cells', async () => {
    const sent = await paste('Name,Course,Result,Email', ',Welding,Pass,', 'Bo,Welding,Pass')
    const run = await mended(await confirmed(sent, [...THREE, 'email']), 2, ['Ana Lopez', 'Welding', 'Pass', ''])
    const page = await look(run)
    expect([page.includes('One certificate can be issued.'), page.includes(REFUSED)]).toEqual([true, true])
    expect(cellsOf(page)).toEqual({ '3.0': 'Bo', '3.1': 'Welding', '3.2': 'Pass', '3.3': '' })
    const unchanged = await mended(run, 3, ['Bo', 'Welding', 'Pass', ''])
    expect(await look(unchanged)).toContain(REFUSED)
    expect(await look(await mended(unchanged, 3, [], true))).toContain('2 certificates can be issued.')
  })

  it.each([
    ['Name,Course,Result,Notes', [...THREE, ''], 'Ana Lopez Welding,Pass,a@example.org'],
    ['Name,Course,Result', THREE, 'Smith, John,Welding,'],
    ['full_name,event_title,achievement,email', null, 'Ana Lopez Welding,Pass,a@example.org'],
  ])('under %s is not taken for looked at because its page was sent for another row', async (head, columns, ragged) => {
    const sent = await paste(head, `,Welding,Pass${',x'.repeat(head.split(',').length - 3)}`, ragged)
    const run = columns ? await confirmed(sent, columns) : sent
    const page = await look(await mended(run, 2, ['Di Park', 'Welding', 'Pass', ...(columns ? [] : [''])]))
    expect([page.includes('One certificate can be issued.'), page.includes(REFUSED)]).toEqual([true, true])
  })
})

describe('the line of a refused row', () => {
  it('is that of the table that was sent, whatever was left out of it, before and after mending', async () => {
    const rows = [
      '',
      'Name,Notes,Course,Result',
      '',
      ',only a note,,',
      '"Ana\nLopez",x,Welding,Pass',
      'Bo,"a\n\nb",,Pass',
    ]
    const run = await confirmed(await paste(...rows), ['full_name', '', 'event_title', 'achievement'])
    expect(Object.keys(cellsOf(await look(run)))).toEqual(expect.arrayContaining(['5.0', '7.0']))
    const next = await mended(run, 5, ['Ana Lopez', 'Welding', 'Pass'])
    const page = await look(next)
    expect(page).toContain('One certificate can be issued.')
    expect(Object.keys(cellsOf(page))).toEqual(['7.0', '7.1', '7.2'])
  })

  it('is the row of a sheet', async () => {
    const text = (written: string) => ({ text: written })
    const upload = new FormData()
    const bad = [text('Bo'), null, text('Pass')]
    const rows = [
      ['Participant', 'Course', 'Result'].map(text),
      [],
      [text('Ana'), text('Knots'), text('Pass')],
      [],
      bad,
    ]
    upload.set('file', new File([workbook(rows) as BlobPart], 'course.xlsx'))
    const run = await confirmed(runOf(await owner.browser.visit(SEND, '/dashboard/issue', { upload })), THREE)
    expect(Object.keys(cellsOf(await look(run)))).toEqual(['5.0', '5.1', '5.2'])
  })
})
