import { beforeAll, describe, expect, it } from 'vitest'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { workingPool } from '@/lib/store/database/database'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { workbook } from '@/test/desk/workbook'
import { GET as RUN, POST as CONFIRM } from '../[run]/route'
import { POST as MEND } from '../[run]/rows/route'
import { POST as SEND } from '../route'
import { POST } from './route'

useServiceDatabase()

let editor: MintedPerson

beforeAll(async () => {
  const issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
  editor = await mintPerson(issuer, 'editor')
})

const runOf = (answer: Response) => (answer.headers.get('location') ?? '').split('/').at(-1) ?? ''

async function paste(form: Record<string, string>): Promise<string> {
  const answer = await editor.browser.visit(POST, '/dashboard/issue/rows', { form })
  expect(answer.status).toBe(303)
  return runOf(answer)
}

async function look(run: string): Promise<string> {
  return (await editor.browser.visit(RUN, `/dashboard/issue/${run}`, { params: { run } })).text()
}

function confirm(run: string, form: Record<string, string>): Promise<Response> {
  return editor.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form })
}

function mend(run: string, form: Record<string, string>): Promise<Response> {
  return editor.browser.visit(MEND, `/dashboard/issue/${run}/rows`, { params: { run }, form: { x: '', ...form } })
}

async function issued(name: string): Promise<{ event: string; number: string | null }[]> {
  await issueRunsEnded()
  const { rows } = await workingPool().query<{ event: string; number: string | null }>(
    'SELECT event_title AS event, registration_number AS number FROM certificates WHERE full_name = $1',
    [name],
  )
  return rows
}

describe('answers', () => {
  it('rows out of a spreadsheet: the columns are guessed, confirmed, and what is missing written once', async () => {
    const run = await paste({ rows: 'Teilnehmer\tNr.\tRaum\nZoë Öz\t=1+1\t12\n' })
    const page = await look(run)
    expect(page).toContain('Which column is what?')
    expect(page).toMatch(/<select name="column\.0".*?<option value="full_name" selected="">/s)
    const columns = { 'column.0': 'full_name', 'column.1': 'registration_number', 'column.2': '' }
    const missing = await confirm(run, { choice: 'columns', ...columns })
    expect([missing.status, await missing.text()]).toEqual([400, expect.stringContaining('written once') as string])
    const once = { 'default.event_title': 'Knots', 'default.achievement': 'Passed' }
    const next = runOf(await confirm(run, { choice: 'columns', ...columns, ...once }))
    const checked = await look(next)
    expect(checked).toContain('One certificate can be issued.')
    expect(checked).toContain('<bdi>Zoë Öz</bdi>')
    await confirm(next, { choice: 'issue' })
    expect(await issued('Zoë Öz')).toEqual([{ event: 'Knots', number: '=1+1' }])
  })

  it('a table is not issued before its columns are confirmed', async () => {
    const run = await paste({ rows: 'Name,Course,Result\nNot Yet,Knots,Passed\n' })
    for (const choice of ['issue', 'skip_bad']) await confirm(run, { choice })
    expect((await mend(run, { 'cell.2.0': 'x' })).status).toBe(404)
    expect(await issued('Not Yet')).toEqual([])
  })

  it('bad rows are mended in place, and what is shown is what is issued', async () => {
    const run = await paste({
      rows: 'full_name,event_title,achievement\n,Splices,Passed\nGood Person,Splices,Passed\n',
    })
    const page = await look(run)
    expect(page).toMatch(/aria-invalid="true" name="cell\.2\.0"/)
    const next = runOf(await mend(run, { 'cell.2.0': 'Mended Person', 'cell.2.1': 'Splices', 'cell.2.2': 'Merit' }))
    expect(await look(next)).toContain('2 certificates can be issued.')
    await confirm(next, { choice: 'issue' })
    expect([await issued('Mended Person'), await issued('Good Person')].flat()).toHaveLength(2)
  })

  it('days as people write them, where they can be read in one way only', async () => {
    const head = 'full_name;event_title;achievement;event_date'
    const run = await paste({
      rows: `${head}\nWith Points;Knots;Passed;14.3.2026\nNo Day;Knots;Passed;spring\n`,
    })
    const page = await look(run)
    expect(page).toContain('<bdi>2026-03-14</bdi>')
    expect(page).toContain('One row is refused.')
    const cells = { 'cell.3.0': 'No Day', 'cell.3.1': 'Knots', 'cell.3.2': 'Passed', 'cell.3.3': '3.4.2026' }
    const mended = await look(runOf(await mend(run, cells)))
    expect(mended).toContain('2 certificates can be issued.')
    expect(mended).toContain('<bdi>2026-04-03</bdi>')
  })

  it('rows of the same name, course and day are pointed out, and one whose cells are emptied is left out', async () => {
    const head = 'full_name;event_title;achievement;event_date;registration_number'
    const first = ['Zoë Twice;Knots;Passed;2026-03-14;R-1', 'Bo Once;Knots;Passed;2026-03-14;R-2']
    const rows = [head, ...first, ' Zoe\u0308 Twice;Knots;Passed;14.3.2026;R-7', ''].join('\n')
    const run = await paste({ rows })
    const page = await look(run)
    expect(page).toContain('One name is in the table more than once for the same course and day.')
    expect(page).toMatch(/sought=Zo%C3%AB%20Twice"><bdi>Zoë Twice<\/bdi><\/a>: lines 2 and 4/)
    expect(page).toContain('Issue 3 certificates')
    const empty = Object.fromEntries([0, 1, 2, 3, 4].map((at) => [`cell.4.${at}`, '']))
    const mended = await look(runOf(await mend(run, empty)))
    expect(mended).toContain('Issue 2 certificates')
    expect(mended).not.toContain('more than once')
  })

  it('one certificate by a form', async () => {
    const form = {
      as: 'one',
      full_name: 'Typed "One", Öz',
      event_title: 'Knots',
      achievement: 'Passed',
      event_date: '2026-11-03',
    }
    const run = await paste(form)
    await confirm(run, { choice: 'issue' })
    expect(await issued('Typed "One", Öz')).toHaveLength(1)
  })

  it('a workbook, whose dates are dates', async () => {
    const text = (written: string) => ({ text: written })
    const file = workbook([
      ['full_name', 'event_title', 'achievement', 'event_date'].map(text),
      [text('From Excel'), text('Knots'), text('Passed'), { number: 46329, style: 'date' }],
    ])
    const upload = new FormData()
    upload.set('file', new File([file as BlobPart], 'course.xlsx'))
    const run = runOf(await editor.browser.visit(SEND, '/dashboard/issue', { upload }))
    expect(await look(run)).toContain('<bdi>2026-11-03</bdi>')
    await confirm(run, { choice: 'issue' })
    expect(await issued('From Excel')).toHaveLength(1)
  })
})

describe('remembers', () => {
  const head = 'Wer\tWas\tWie\tZimmer'
  const columns = { 'column.0': 'full_name', 'column.1': 'event_title', 'column.2': 'achievement', 'column.3': '' }

  it('what the columns of such a table hold, so that the next one is checked at once, until it is to ask again', async () => {
    const first = await paste({ rows: `${head}\nErste Person\tKnots\tPassed\t12\n` })
    await confirm(first, { choice: 'columns', ...columns })
    const next = await paste({ rows: `WER\tWas\tWie\tZimmer \nZweite Person\tKnots\tPassed\t\n` })
    const page = await look(next)
    expect(page).toContain('One certificate can be issued.')
    expect(page).toMatch(/as in your last file.*<bdi>WER<\/bdi>: Name.*<bdi>Zimmer<\/bdi>: Left out/s)
    // Nothing of a head is readable: it may be a row of people. A word of three letters would be found by chance.
    const { rows } = await workingPool().query('SELECT head_hash, choice FROM issue_layouts')
    expect(JSON.stringify(rows)).not.toMatch(/zimmer|full_name/i)
    const stranger = await mintPerson(await mintIssuer(), 'owner')
    const theirs = await stranger.browser.visit(POST, '/dashboard/issue/rows', {
      form: { rows: `${head}\nA\tB\tC\t\n` },
    })
    const params = { run: runOf(theirs) }
    const asked = await stranger.browser.visit(RUN, `/dashboard/issue/${params.run}`, { params })
    expect(await asked.text()).toContain('Which column is what?')
    const again = await look(runOf(await confirm(next, { choice: 'ask' })))
    expect(again).toMatch(/Which column is what\?.*<bdi>WER<\/bdi>.*<option value="full_name" selected="">/s)
    expect(await look(await paste({ rows: `${head}\nDritte Person\tKnots\tPassed\t1\n` }))).toContain(
      'Which column is what?',
    )
  })

  it('what was written once is offered and never taken by itself, and a day is not even offered', async () => {
    const rows = (name: string) => `Einer\tMail dazu\n${name}\t\n`
    const once = {
      'default.event_title': 'Knots',
      'default.achievement': 'Passed',
      'default.event_date': '2026-11-03',
    }
    await confirm(await paste({ rows: rows('Vierte Person') }), {
      ...{ choice: 'columns', 'column.0': 'full_name', 'column.1': 'email' },
      ...once,
    })
    const page = await look(await paste({ rows: rows('Fünfte Person') }))
    expect(page).toContain('Which column is what?')
    expect(page).toMatch(/<select name="column\.0".*?<option value="full_name" selected="">/s)
    expect(page).toMatch(/name="default\.event_title"[^>]*value="Knots"/)
    expect(page).not.toContain('2026-11-03')
  })
})

describe('refuses', () => {
  it.each([
    ['columns', `${'a,'.repeat(100)}b\n1\n`, 'more than 100 columns'],
    ['rows', `Name\n${'Ana\n'.repeat(10_001)}`, 'more than 10,000 rows'],
    [
      'lines under a head of ours',
      `full_name,event_title,achievement\n${'\n'.repeat(60_000)}`,
      'more than 10,000 rows',
    ],
  ])('a table of too many %s, before anybody reads it', async (_what, rows, words) => {
    const before = process.cpuUsage()
    const answer = await editor.browser.visit(POST, '/dashboard/issue/rows', { form: { rows } })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words) as string])
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })

  it('nothing', async () => {
    for (const form of [{ rows: ' ' }, { as: 'one' }, {}] as Record<string, string>[]) {
      const answer = await editor.browser.visit(POST, '/dashboard/issue/rows', { form: { x: '', ...form } })
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Paste at least') as string])
    }
  })

  it('columns and cells for a table that waits no more', async () => {
    const run = await paste({ rows: 'Name,Course\nAna,Knots\n' })
    await confirm(run, { choice: 'drop' })
    const columns = { 'column.0': 'full_name', 'column.1': 'event_title', 'default.achievement': 'x' }
    expect((await confirm(run, { choice: 'columns', ...columns })).status).toBe(404)
    expect((await mend(run, {})).status).toBe(404)
  })
})
