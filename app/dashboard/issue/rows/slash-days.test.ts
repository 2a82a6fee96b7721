import { beforeAll, describe, expect, it } from 'vitest'
import { keepUnconfirmedTable } from '@/lib/service/desk/issue/issue-runs'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as RUN, POST as CONFIRM } from '../[run]/route'
import { POST } from './route'

useServiceDatabase()

let editor: MintedPerson

beforeAll(async () => {
  editor = await mintPerson(await mintIssuer(), 'owner')
})

const HEAD = 'full_name;event_title;achievement;event_date'
const COLUMNS = {
  ...{ 'column.0': 'full_name', 'column.1': 'event_title' },
  ...{ 'column.2': 'achievement', 'column.3': 'event_date' },
}

const runOf = (answer: Response) => (answer.headers.get('location') ?? '').split('/').at(-1) ?? ''

async function paste(rows: string): Promise<string> {
  return runOf(await editor.browser.visit(POST, '/dashboard/issue/rows', { form: { rows } }))
}

async function look(run: string): Promise<string> {
  return (await editor.browser.visit(RUN, `/dashboard/issue/${run}`, { params: { run } })).text()
}

function confirm(run: string, form: Record<string, string>): Promise<Response> {
  const choice = { choice: 'columns', ...form }
  return editor.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form: choice })
}

describe('days with slashes', () => {
  it('are shown read both ways, and become the days that somebody says', async () => {
    const run = await paste(`${HEAD}\nSlash One;Knots;Passed;03/04/2026\n`)
    const page = await look(run)
    expect(page).toContain('03/04/2026 is 3 April 2026.')
    expect(page).toContain('03/04/2026 is 4 March 2026.')
    expect(page.match(/type="radio" [^>]*name="order\.3"[^>]*/g)).toEqual([
      expect.stringMatching(/required=""[^>]*value="day"|value="day"[^>]*required=""/) as string,
      expect.stringMatching(/required=""[^>]*value="month"|value="month"[^>]*required=""/) as string,
    ])
    expect(page).not.toMatch(/type="radio"[^>]*checked/)
    const checked = await look(runOf(await confirm(run, { ...COLUMNS, 'order.3': 'day' })))
    expect(checked).toContain('<bdi>2026-04-03</bdi>')
    expect(checked).toContain('One certificate can be issued.')
  })

  it('are asked for again with the next table of the same head', async () => {
    const rows = (name: string) => `Wer;Was;Wie;Wann\n${name};Knots;Passed;03/04/2026\n`
    await confirm(await paste(rows('Slash Two')), { ...COLUMNS, 'order.3': 'month' })
    const page = await look(await paste(rows('Slash Three')))
    expect(page).toContain('Which column is what?')
    expect(page).toMatch(/<select name="column\.3".*?<option value="event_date" selected="">/s)
    expect(page).not.toMatch(/type="radio"[^>]*checked/)
  })

  it('that are impossible in one order are named, and their rows refused where that order is chosen', async () => {
    const run = await paste(`${HEAD}\nSlash Four;Knots;Passed;03/04/2026\nSlash Five;Knots;Passed;14/03/2026\n`)
    const page = await look(run)
    expect(page).toContain('14/03/2026 is not a day when it is read like this.')
    expect(page).not.toMatch(/type="radio"[^>]*checked/)
    const checked = await look(runOf(await confirm(run, { ...COLUMNS, 'order.3': 'month' })))
    expect(checked).toContain('One row is refused.')
    expect(checked).toContain('<bdi>2026-03-04</bdi>')
  })

  it('in a column that is left out, or holds something else, need no answer', async () => {
    const run = await paste(`${HEAD}\nSlash Six;Knots;Passed;03/04/2026\n`)
    const checked = await look(runOf(await confirm(run, { ...COLUMNS, 'column.3': 'registration_number' })))
    expect(checked).toContain('<bdi>03/04/2026</bdi>')
  })

  it('are asked for once more where a head names our columns, whatever was said of its last table', async () => {
    const rows = (name: string) => `${HEAD};expires_at\n${name};Knots;Passed;03/04/2026;2099-01-01\n`
    const left = { ...COLUMNS, 'order.3': 'day', 'column.4': '' }
    expect(await look(runOf(await confirm(await paste(rows('Slash Seven')), left)))).not.toContain('2099-01-01')
    const page = await look(await paste(rows('Slash Eight')))
    expect(page).toMatch(/<select name="column\.4".*?<option value="expires_at" selected="">/s)
  })
})

describe('a table that waits since before the service was brought up to date', () => {
  it('is asked for what its own rows make necessary, whatever was noted of it', async () => {
    const guess = { head: ['A', 'B'], columns: ['full_name', 'event_date'] as const, samples: [] }
    const table = { fileName: 'a.csv', choices: { allowRepeats: false, guessableSerials: false }, guess }
    const run = await keepUnconfirmedTable(editor.member, table, Buffer.from('A,B\nSlash Eight,03/04/2026\n'))
    expect(await look(run)).toContain('03/04/2026 is 3 April 2026.')
  })
})

describe('a day that is written once for every row', () => {
  const written = async (defaults: Record<string, string>) => {
    // A head of its own each time, since one that was confirmed is not asked for again.
    const run = await paste(`${Object.values(defaults).join(' ')};B;C\nSlash Nine;Knots;Passed\n`)
    const answer = await confirm(run, {
      'column.0': 'full_name',
      'column.1': 'event_title',
      'column.2': 'achievement',
      ...defaults,
    })
    return { status: answer.status, page: await (answer.status === 303 ? look(runOf(answer)) : answer.text()) }
  }

  it.each([
    ['event_date', '03/04/2026', '“Date of the event” must be a real date such as 2026-03-14'],
    ['event_date', 'in spring', '“Date of the event” must be a real date such as 2026-03-14'],
    ['expires_at', '03/04/2096', 'must be a real date such as 2026-03-14, or a time with its zone'],
  ])('is refused at its field where it can be read in two ways, or is none: %s %s', async (column, day, sentence) => {
    const { status, page } = await written({ [`default.${column}`]: day })
    expect([status, page]).toEqual([400, expect.stringContaining(sentence) as string])
    expect(page).toMatch(new RegExp(`aria-invalid="true"[^>]*name="default\\.${column}"[^>]*value="${day}"`))
    expect(page).toContain(`href="#default.${column}"`)
  })

  it('may be written in each way that a cell may', async () => {
    const { page } = await written({ 'default.event_date': '14.3.2026', 'default.expires_at': '2096/3/14' })
    expect(page).toContain('<bdi>2026-03-14</bdi>')
    expect(page).toContain('One certificate can be issued.')
  })
})

describe('a choice that is refused', () => {
  it('is kept on the page that says why', async () => {
    const run = await paste(`A;B;C;D;E\nSlash Seven;Knots;Passed;03/04/2026;05/06/2090\n`)
    const chosen = { ...COLUMNS, 'column.4': 'expires_at', 'order.4': 'day', 'default.language': 'fr' }
    const unsaid = await confirm(run, chosen)
    const page = await unsaid.text()
    expect([unsaid.status, page]).toEqual([400, expect.stringContaining('Say whether the day or the month') as string])
    expect(page).toMatch(/<select name="column\.3".*?<option value="event_date" selected="">/s)
    expect(page.match(/type="radio"[^>]*checked[^>]*/g)).toEqual([expect.stringContaining('name="order.4"') as string])
    expect(page).toMatch(/name="default\.language".*?<option value="fr"[^>]*selected=""/s)
    const missing = await (await confirm(run, { ...chosen, 'column.2': '' })).text()
    expect(missing).toMatch(/<select name="column\.0".*?<option value="full_name" selected="">/s)
    expect(missing).toContain('value="fr"')
  })
})
