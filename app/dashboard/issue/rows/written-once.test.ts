import { beforeAll, describe, expect, it } from 'vitest'
import { findIssueRun } from '@/lib/service/desk/issue/issue-runs'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as RUN, POST as CONFIRM } from '../[run]/route'
import { POST as MEND } from '../[run]/rows/route'
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

function send(run: string, form: Record<string, string>): Promise<Response> {
  return owner.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form })
}

const COLUMNS = { choice: 'columns', 'column.0': 'full_name', 'column.1': 'event_title', 'column.2': 'achievement' }

describe('what is written once for all rows', () => {
  it.each([
    ['language', 'Deutsch', 'must be one of'],
    ['expires_at', '2020-01-01', 'must be after the day of issue'],
    ['achievement', 'Pas\u202esed', 'invisible'],
    ['event_title', 'x'.repeat(301), 'at most 300'],
    ['event_title', '𠮷'.repeat(400), 'at most 300'],
  ])('is refused at its field where every row would be refused for it: %s %s', async (column, text, words) => {
    const run = await paste('Qui,Quoi,Comment\nAna,Knots,Passed\n')
    const answer = await send(run, { ...COLUMNS, [`default.${column}`]: text })
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toMatch(new RegExp(`id="default.${column}-problem" class="field-problem">[^<]*${words}`))
    expect(page).toMatch(/<select name="column\.2".*?<option value="achievement" selected="">/s)
  })

  it('is issued as it was written where its characters take two places each', async () => {
    const title = `x${'𠮷'.repeat(200)}`
    const run = runOf(await send(await paste('E1,E2,E3\nAna,,Passed\n'), { ...COLUMNS, 'default.event_title': title }))
    expect((await findIssueRun(owner.member, run))?.written).toEqual({ event_title: title })
  })

  it('is chosen where it is a language', async () => {
    const page = await look(await paste('A1,B1,C1\nAna,Knots,Passed\n'))
    expect(page).toMatch(/<select id="default\.language" name="default\.language".*?<option value="de" lang="de"/s)
  })

  it('is shown before anything is issued, and a table after one with a day for all rows is asked for it', async () => {
    const rows = (name: string) => `Chi,Cosa,Come\n${name},Knots,Passed\n`
    const once = { 'default.expires_at': '31.12.2099', 'default.language': 'DE' }
    const page = await look(runOf(await send(await paste(rows('Ana')), { ...COLUMNS, ...once })))
    expect(page).toMatch(/Valid until: <bdi>31 December 2099<\/bdi>.*Language of the recipient: <bdi>Deutsch/s)
    const next = await look(await paste(rows('Bo')))
    expect(next).toContain('Which column is what?')
    expect(next).toMatch(/id="default\.expires_at-hint" class="hint">A day was written here/)
    expect(next).not.toContain('default.event_date-hint')
    expect(next).not.toMatch(/2099-12|December 2099/)
  })
})

describe('a table', () => {
  it('leads back to its columns as they were chosen, whether rows can be issued or not and also once a cell was changed', async () => {
    const run = await paste('Quem,Como\nAna,Passed\nBo,Passed\n')
    const wrong = { choice: 'columns', 'column.0': 'full_name', 'column.1': 'email' }
    const once = { 'default.event_title': 'Knots', 'default.achievement': 'Passed', 'default.expires_at': '2099-12-31' }
    const checked = runOf(await send(run, { ...wrong, ...once }))
    expect(await look(checked)).toMatch(/2 rows are refused.*value="ask"/s)
    const mended = await owner.browser.visit(MEND, `/dashboard/issue/${checked}/rows`, {
      params: { run: checked },
      form: { 'cell.2.0': 'Ana Lopez' },
    })
    const asked = runOf(await send(runOf(mended), { choice: 'ask' }))
    const page = await look(asked)
    expect(page).toContain('Which column is what?')
    expect(page).toMatch(/<select name="column\.1".*?<option value="email" selected="">/s)
    expect(page).toMatch(/name="default\.expires_at"[^>]*value="2099-12-31"/)
    const right = { choice: 'columns', 'column.0': 'full_name', 'column.1': 'achievement', ...once }
    const good = runOf(await send(asked, right))
    expect(await look(good)).toMatch(
      /as you chose.*<bdi>Como<\/bdi>: Achievement.*value="ask".*2 certificates can be issued\./s,
    )
    const onceMore = runOf(await send(good, { choice: 'ask' }))
    expect(await look(onceMore)).toContain('Which column is what?')
    // Nothing of the table stays once its certificates are issued.
    const last = runOf(await send(onceMore, right))
    expect((await findIssueRun(owner.member, last))?.reading?.head).toEqual(['Quem', 'Como'])
    await send(last, { choice: 'issue' })
    await issueRunsEnded()
    expect(await findIssueRun(owner.member, last)).toMatchObject({ state: 'done', reading: null })
  })

  it('of which no row can be issued does so where its columns were read as in the last file, or named by our own names', async () => {
    const rows = (of: string) => `Hvem,Hvad,Hvordan\n${of}\n`
    await send(await paste(rows('Ana,Knots,Passed')), COLUMNS)
    const own = 'full_name,event_title,achievement,language\nAna,Knots,Passed,Deutsch\n'
    for (const table of [rows('Bo,,'), own]) {
      const run = await paste(table)
      expect(await look(run)).toContain('One row is refused.')
      const asked = runOf(await send(run, { choice: 'ask' }))
      expect(await look(asked)).toContain('Which column is what?')
    }
  })
})
