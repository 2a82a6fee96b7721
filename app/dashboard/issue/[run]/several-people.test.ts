import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { acceptAsKnownPerson } from '@/lib/service/desk/sign-in/accept-invitation'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { LockQueue } from '@/test/database/lock-queue'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { POST as CHOOSE } from '../../organization/route'
import { POST as PASTE } from '../rows/route'
import { GET, POST } from './route'
import { POST as MEND } from './rows/route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let anna: MintedPerson
let ben: MintedPerson

beforeEach(async () => {
  issuer = await mintIssuer()
  anna = await mintPerson(issuer, 'owner')
  ben = await mintPerson(issuer, 'editor')
})

const idOf = (answer: Response) => /issue\/([\w-]{36})/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''

async function paste({ browser }: MintedPerson, name: string, head = 'full_name\tevent_title\tachievement') {
  const rows = `${head}\n${name}\tKnots\tPassed`
  return idOf(await browser.visit(PASTE, '/dashboard/issue/rows', { form: { rows } }))
}

const open = async ({ browser }: MintedPerson, run: string) => {
  const answer = await browser.visit(GET, `/dashboard/issue/${run}`, { params: { run } })
  return { status: answer.status, page: await answer.text() }
}

const press = ({ browser }: MintedPerson, run: string, form: Record<string, string>) =>
  browser.visit(POST, `/dashboard/issue/${run}`, { params: { run }, form })

const mend = ({ browser }: MintedPerson, run: string, name: string) =>
  browser.visit(MEND, `/dashboard/issue/${run}/rows`, { params: { run }, form: { 'cell.2.0': name } })

const cellsOf = (line: number, name: string): [string, string][] =>
  [name, 'Knots', 'Passed'].map((cell, at) => [`cell.${line}.${at}`, cell])

async function issued(): Promise<string[]> {
  await issueRunsEnded()
  const { rows } = await workingPool().query<{ name: string }>(
    'SELECT full_name AS name FROM certificates WHERE issuer_id = $1',
    [issuer.id],
  )
  return rows.map(({ name }) => name)
}

it('a file that a colleague mends is issued once: its old address leads its sender to the new one', async () => {
  const before = await paste(anna, 'Anna')
  const after = idOf(await mend(ben, before, 'Ana'))
  const late = await press(anna, before, { choice: 'issue' })
  expect([late.status, await late.text()]).toEqual([
    404,
    expect.stringContaining(`/dashboard/issue/${after}"`) as string,
  ])
  expect((await open(anna, before)).page).toContain(`/dashboard/issue/${after}"`)
  await press(ben, after, { choice: 'issue' })
  expect(await issued()).toEqual(['Ana'])
})

it('a table whose columns a colleague confirms is issued once', async () => {
  const before = await paste(anna, 'Anna', 'Wer\tWas\tWie')
  const columns = { 'column.0': 'full_name', 'column.1': 'event_title', 'column.2': 'achievement' }
  const after = idOf(await press(ben, before, { choice: 'columns', ...columns }))
  const late = await press(anna, before, { choice: 'columns', ...columns })
  expect([late.status, await late.text()]).toEqual([
    404,
    expect.stringContaining(`/dashboard/issue/${after}"`) as string,
  ])
})

it('a file that two mend at once is mended by one of them, and the other is told', async () => {
  const before = await paste(anna, 'Anna')
  const answers = await Promise.all([mend(anna, before, 'Ana'), mend(ben, before, 'Anne')])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404])
})

it('a file that a colleague issues while what was mended is checked is not said to be issued with it', async () => {
  const run = await paste(anna, 'Anna')
  const lock = "SELECT pg_advisory_xact_lock(hashtextextended('issue-runs:' || $1, 0))"
  const queue = await LockQueue.hold(database.url, lock, [issuer.id])
  const late = press(ben, run, { choice: 'issue', 'cell.2.0': 'Ana' })
  await queue.waiting(1)
  expect((await press(anna, run, { choice: 'issue' })).status).toBe(303)
  await queue.release()
  expect((await late).status).toBe(404)
  expect(await issued()).toEqual(['Anna'])
})

it('who mends a colleague’s file keeps their own', async () => {
  const [annas, bens] = [await paste(anna, 'Anna'), await paste(ben, 'Carla')]
  const mended = idOf(await mend(ben, annas, 'Ana'))
  for (const run of [bens, mended]) expect((await open(ben, run)).status).toBe(200)
})

it('corrections that come after a colleague’s press are said not to be in what was issued', async () => {
  const rows = 'full_name\tevent_title\tachievement\nAnna\tKnots\tPassed\n\tKnots\tPassed\n\tKnots\tPassed'
  const run = idOf(await anna.browser.visit(PASTE, '/dashboard/issue/rows', { form: { rows } }))
  const unchanged = Object.fromEntries([3, 4].flatMap((line) => cellsOf(line, '')))
  const issueGood = (cells: object) => press(ben, run, { choice: 'skip_bad', ...unchanged, ...cells })
  expect((await press(anna, run, { choice: 'skip_bad', ...unchanged })).status).toBe(303)
  // While it is under way or not, and by a press that changes nothing, as of who pressed twice.
  const late = [await issueGood({ 'cell.3.0': 'Ben' }), await issueGood({})]
  await issueRunsEnded()
  late.push(await issueGood({ 'cell.4.0': 'Carla' }), await issueGood({ 'cell.9.0': 'Nobody' }), await issueGood({}))
  expect(late.map(({ status }) => status)).toEqual([404, 303, 404, 404, 303])
  const said = await late[0]?.text()
  expect(said).toContain('What was changed after that is not in it')
  expect(said).toContain(`/dashboard/issue/${run}"`)
  expect(await issued()).toEqual(['Anna'])
})

it('the address that a file had before it was checked again leads everybody to it', async () => {
  const first = await paste(anna, 'Anna')
  const second = idOf(await mend(ben, first, 'Ana'))
  const third = idOf(await mend(anna, second, 'Anne'))
  const carla = await mintPerson(issuer, 'owner')
  for (const reader of [anna, ben, carla])
    for (const before of [first, second]) expect((await open(reader, before)).page).toContain(`/issue/${third}"`)
  const stranger = await mintPerson(await mintIssuer(), 'owner')
  expect((await open(stranger, first)).page).not.toContain(third)
  await press(carla, third, { choice: 'issue' })
  expect((await open(anna, first)).page).toContain(`/dashboard/issue/${third}"`)
})

it('a file that a colleague has mended stays when its first sender sends another', async () => {
  const mended = idOf(await mend(ben, await paste(anna, 'Anna'), 'Ana'))
  const page = (await open(anna, randomUUID())).page
  expect([page.includes(`/dashboard/issue/${mended}"`), page.includes('this one is deleted')]).toEqual([true, false])
  const again = idOf(await mend(anna, mended, 'Anne'))
  const other = await paste(anna, 'Carla')
  const next = await paste(anna, 'Dora')
  const answers = await Promise.all([again, other, next].map((run) => open(anna, run)))
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200])
})

it('a file for one issuer stays when another is sent for another issuer', async () => {
  const other = await mintIssuer()
  const { link } = await inviteByOperator(other.slug, anna.email, 'owner')
  await acceptAsKnownPerson(new URL(link).hash.slice(1), anna.person)
  const choose = async (id: string) => {
    await anna.browser.visit(CHOOSE, '/dashboard/organization', { form: { issuer: id } })
    anna.browser.issuerId = id
  }
  const here = await paste(anna, 'Anna')
  await choose(other.id)
  expect(await paste(anna, 'Carla')).not.toBe('')
  await choose(issuer.id)
  expect((await open(anna, here)).status).toBe(200)
})
