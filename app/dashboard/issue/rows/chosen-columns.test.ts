import { beforeAll, describe, expect, it } from 'vitest'
import { confirmColumns } from '@/lib/service/desk/issue/send-issue-table'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as RUN, POST as CONFIRM } from '../[run]/route'
import { POST } from './route'

useServiceDatabase()

let owner: MintedPerson

beforeAll(async () => {
  owner = await mintPerson(await mintIssuer(), 'owner')
})

const runOf = (answer: Response) => (answer.headers.get('location') ?? '').split('/').at(-1) ?? ''

async function paste(rows: string): Promise<string> {
  return runOf(await owner.browser.visit(POST, '/dashboard/issue/rows', { form: { rows } }))
}

async function look(run: string): Promise<string> {
  return (await owner.browser.visit(RUN, `/dashboard/issue/${run}`, { params: { run } })).text()
}

function confirm(run: string, columns: readonly string[]): Promise<Response> {
  const chosen = Object.fromEntries(columns.map((column, at) => [`column.${at}`, column]))
  const form = { choice: 'columns', ...chosen }
  return owner.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form })
}

describe('two columns of a table that are chosen as the same', () => {
  it('are joined where they are the full name, which is shown before anything is issued, and with the next table too', async () => {
    const rows = (name: string) => `Given,Family,Course,Result\n${name},Knots,Passed\n`
    const columns = ['full_name', 'full_name', 'event_title', 'achievement']
    const said =
      /put together from the columns [^.]*Given[^.]*Family[^.]*in the order of your table\. [^.]*swap the columns[^.]*\. The first one is: .*Ana Lopez/
    const page = await look(runOf(await confirm(await paste(rows('Ana,Lopez')), columns)))
    expect(page).toMatch(said)
    expect(page).toContain('<bdi>Ana Lopez</bdi>')
    const next = await look(await paste(rows('Bo,Li')))
    expect(next).toContain('as in your last file')
    expect(next).toContain('<bdi>Bo Li</bdi>')
    expect(next).toMatch(/The first one is: .*Bo Li/)
  })

  it('are said to be the way where no column was taken for the name', async () => {
    const run = await paste('Nachname,Vorname,Course,Result\nLopez,Ana,Knots,Passed\n')
    const page = await (await confirm(run, ['', '', 'event_title', 'achievement'])).text()
    expect(page).toMatch(/is in two columns, choose “Name” for both/)
  })

  it.each(['event_title', 'email', 'event_date'])('are refused at the field of the second as %s', async (column) => {
    const run = await paste(`${column} W,X,Y,Z,V\nAna,Knots,Passed,b,c\n`)
    const answer = await confirm(run, ['full_name', 'event_title', 'achievement', column, column])
    const page = await answer.text()
    const second = column === 'event_title' ? 3 : 4
    expect([answer.status, page]).toEqual([
      400,
      expect.stringContaining('is chosen for more than one column') as string,
    ])
    expect(page).toMatch(new RegExp(`<select (?=[^>]*name="column\\.${second}")[^>]*aria-invalid="true"`))
    expect(page).toContain(`href="#column.${second}"`)
  })

  it('are refused by the service too', async () => {
    const run = await paste('W,X,Y\nAna,Knots,Passed\n')
    const choice = { columns: ['full_name', 'achievement', 'achievement'] as const, defaults: { event_title: 'Knots' } }
    await expect(confirmColumns(owner.member, run, choice)).rejects.toMatchObject({ code: 'malformed' })
    const none = { columns: ['full_name', null, null] as const, defaults: {} }
    await expect(confirmColumns(owner.member, run, none)).rejects.toMatchObject({ code: 'malformed' })
  })
})
