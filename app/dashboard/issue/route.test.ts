import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { findIssueRun } from '@/lib/service/desk/issue/issue-runs'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { startIssueRun } from '@/lib/service/desk/issue/start-issue-run'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { clearAway } from '@/lib/service/operation/keep-house'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { follow, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { workbook } from '@/test/desk/workbook'
import { GET as LINKS } from '../batches/[batch]/links/route'
import { GET as REFUSED } from '../batches/[batch]/refused/route'
import { GET as BATCH } from '../batches/[batch]/route'
import { GET as RUN, POST as CONFIRM } from './[run]/route'
import { GET, POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

const HEADER = 'full_name,event_title,achievement,registration_number\n'

let issuer: StoredIssuer
let editor: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
  editor = await mintPerson(issuer, 'editor')
})

function send(text: string | Uint8Array<ArrayBuffer>, person = editor, choices: string[] = []): Promise<Response> {
  const upload = new FormData()
  for (const choice of choices) upload.set(choice, 'yes')
  upload.set('file', new File([text], 'Wörter.csv'))
  return person.browser.visit(POST, '/dashboard/issue', { upload })
}

async function sendGood(text: string | Uint8Array<ArrayBuffer>, choices: string[] = []): Promise<string> {
  const answer = await send(text, editor, choices)
  expect(answer.status).toBe(303)
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

/** What the page of a run says, or that of its batch, which it leads to once it is done. */
async function look(run: string, person = editor): Promise<string> {
  let answer = await person.browser.visit(RUN, `/dashboard/issue/${run}`, { params: { run } })
  if (answer.status === 303) answer = await follow(person.browser, answer, BATCH, { batch: batchIn(answer) })
  return (await answer.text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

const batchIn = (answer: Response) => /batches\/([\w-]{36})/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''

/** The batch that a run came to. */
async function batchOf(run: string): Promise<string> {
  return batchIn(await editor.browser.visit(RUN, `/dashboard/issue/${run}`, { params: { run } }))
}

async function confirm(run: string, choice: string): Promise<void> {
  const answer = await editor.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form: { choice } })
  expect(answer.status).toBe(303)
  await issueRunsEnded()
}

async function countIssued(): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    'SELECT count(*)::int AS count FROM certificates WHERE issuer_id = $1',
    [issuer.id],
  )
  return rows[0]?.count ?? 0
}

describe('answers', () => {
  it('checks a file, issues it once confirmed, and gives serials and links', async () => {
    const before = await countIssued()
    const run = await sendGood(`${HEADER}=Ana,Knots,Passed,\n"Öz, Bo",Knots,Passed,R-1\n`)
    expect(await look(run)).toContain('2 certificates can be issued.')
    expect(await countIssued()).toBe(before)
    await confirm(run, 'issue')
    expect(await look(run)).toContain('2 certificates were issued.')
    const batch = await batchOf(run)
    const file = await editor.browser.visit(LINKS, `/dashboard/batches/${batch}/links`, { params: { batch } })
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="certificates.csv"')
    const [header, first, second] = (await file.text()).split('\r\n')
    expect(header).toBe(
      '"line","serial","verification_url","full_name","registration_number","event_title","achievement","status","mail","mail_at"',
    )
    expect(first).toMatch(
      /^"2","[0-9A-Z-]{19}","https:\/\/verify\.test\/verify\/[^"]+","'=Ana","","Knots","Passed","verified","",""$/,
    )
    expect(second).toContain('"Öz, Bo","R-1"')
    const { rows } = await workingPool().query(
      `SELECT action, detail FROM desk_activities WHERE actor = $1 AND action LIKE 'certificates.issu%' ORDER BY id DESC LIMIT 2`,
      [`user:${editor.person.userId}`],
    )
    expect(rows).toEqual([
      { action: 'certificates.issued', detail: { count: 2 } },
      { action: 'certificates.issuing', detail: { count: 2 } },
    ])
  })

  it('names hidden sheets until it is issued, also once its columns are confirmed, or asked for again', async () => {
    const table = (head: string, name: string) =>
      [
        [head, 'Kurs', 'Note'],
        [name, 'Knots', 'Passed'],
      ].map((row) => row.map((text) => ({ text })))
    const run = await sendGood(
      Uint8Array.from(workbook(table('Sheets W', 'Ana'), { hidden: table('Sheets W', 'Zoë') })),
    )
    expect(await look(run)).toContain('hidden in the workbook: Last &amp; year.')
    const columns = { 'column.0': 'full_name', 'column.1': 'event_title', 'column.2': 'achievement' }
    const on = async (id: string, form: Record<string, string>) =>
      (await editor.browser.visit(CONFIRM, `/dashboard/issue/${id}`, { params: { run: id }, form })).headers
        .get('location')
        ?.split('/')
        .at(-1) ?? ''
    const read = await on(run, { choice: 'columns', ...columns })
    expect(await look(read)).toContain('hidden in the workbook: Last &amp; year.')
    const asked = await on(read, { choice: 'ask' })
    expect(await look(asked)).toContain('hidden in the workbook: Last &amp; year.')
    expect(await look(await on(asked, { choice: 'columns', ...columns }))).toContain('hidden in the workbook')
  })

  it('issues nothing twice: the same file again has its certificates, confirming twice is once', async () => {
    const text = `${HEADER}Twice Person,Knots,Passed,\n`
    const run = await sendGood(text)
    const before = await countIssued()
    const params = { run }
    const form = { choice: 'issue' }
    await Promise.all([1, 2, 3].map(() => editor.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params, form })))
    await issueRunsEnded()
    expect(await countIssued()).toBe(before + 1)
    const again = await sendGood(text)
    expect(await look(again)).toContain(
      'No certificate can be issued. One row has its certificate from this file already.',
    )
    await confirm(again, 'issue')
    expect(await countIssued()).toBe(before + 1)
  })

  it('issues nothing of a file with bad rows, until told to issue the good ones', async () => {
    const before = await countIssued()
    const run = await sendGood(`${HEADER}Good One,Knots,Passed,\n,Knots,Passed,\nBad\u202eOne,Knots,Passed,\n`)
    const page = await look(run)
    expect(page).toContain('2 rows are refused.')
    expect(page).toMatch(/Line 3 “Name” is missing/)
    await confirm(run, 'issue')
    expect(await look(run)).toContain('nothing is issued before they are fixed')
    expect(await countIssued()).toBe(before)

    expect(page).toContain('Fix them below, or issue the other row without them.')

    const allBad = await look(await sendGood(`${HEADER},Knots,Passed,\n`))
    expect(allBad).toContain('One row is refused. Fix it below.')
    expect(allBad).not.toContain('good')

    const second = await sendGood(`${HEADER}Good One,Knots,Passed,\n,Knots,Passed,\n`)
    await confirm(second, 'skip_bad')
    expect(await countIssued()).toBe(before + 1)
    const params = { batch: await batchOf(second) }
    const file = await editor.browser.visit(REFUSED, `/dashboard/batches/${params.batch}/refused`, { params })
    expect(await file.text()).toBe(
      '"full_name","event_title","achievement","registration_number"\r\n"","Knots","Passed",""\r\n',
    )
  })

  it('takes semicolons, and a header as people write it; says that a workbook is damaged', async () => {
    const run = await sendGood('Full Name;Event title;Achievement\n"Lu; Bo";Splices;Passed\n')
    expect(await look(run)).toContain('One certificate can be issued.')
    const workbook = await send(new Uint8Array(Buffer.from('PK\x03\x04xl/workbook.xml', 'latin1')))
    expect([workbook.status, await workbook.text()]).toEqual([
      400,
      expect.stringContaining('The workbook cannot be read: it is damaged') as string,
    ])
  })

  it.each([
    [
      'a Word document with a workbook in it',
      'PK\x03\x04word/document.xmlPK\x03\x04xl/workbook.xml',
      'This is not a table',
    ],
    ['an old Word document', `\xd0\xcf\x11\xe0${[...'WordDocument'].join('\0')}\0`, 'This is not a table'],
    ['a protected workbook', '\xd0\xcf\x11\xe0EncryptedPackage', 'This is a workbook of an old or protected kind'],
  ])('says what is sent instead of a table: %s', async (_name, file, sentence) => {
    const answer = await send(new Uint8Array(Buffer.from(file, 'latin1')))
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(sentence) as string])
  })

  it('refuses rows that another file issued, unless chosen', async () => {
    await confirm(await sendGood(`${HEADER}Repeat Person,Knots,Passed,\n`), 'issue')
    const text = `${HEADER}Repeat Person,Knots,Passed,\nNew Person,Knots,Passed,\n`
    expect(await look(await sendGood(text))).toContain('Another file issued this row already')
    expect(await look(await sendGood(text, ['allow_repeats']))).toContain('2 certificates can be issued.')
  })
})

it('says before anything is sent that no mail will be', async () => {
  const page = async () => (await editor.browser.visit(GET, '/dashboard/issue')).text()
  expect(await page()).toContain('No mail can be sent from this service.')
  const before = env()
  setEnv({ ...before, SMTP_URL: 'smtp://127.0.0.1:1' })
  try {
    const html = await page()
    expect([html.includes('No mail can be sent'), html.includes('name="notify"')]).toEqual([false, true])
  } finally {
    setEnv(before)
  }
})

describe('refuses', () => {
  it('a fourth file of one issuer while three wait, of however many people, and no other issuer’s', async () => {
    const place = await mintIssuer()
    await mintPerson(place, 'owner')
    const people: MintedPerson[] = []
    for (let one = 0; one < 5; one += 1) people.push(await mintPerson(place, 'editor'))
    const rows = (of: number) => `${HEADER}Ana,Knots,Passed,W-${of}\n`
    const statuses: number[] = []
    for (const [index, person] of people.entries()) statuses.push((await send(rows(index), person)).status)
    expect(statuses).toEqual([303, 303, 303, 400, 400])
    const [early, , , late] = people
    expect(await (await send(rows(9), late)).text()).toContain('Three files of your organization wait')
    // One in place of one's own is no fourth.
    expect((await send(rows(10), early)).status).toBe(303)
    expect((await send(`${HEADER}Ana,Knots,Passed,elsewhere\n`)).status).toBe(303)
  })

  it.each([
    ['no file', '', /Choose a file/],
    ['bytes that are no text', new Uint8Array([0x61, 0, 0xff, 0x0a]), /letters of this file cannot be read/],
    ['10,001 rows', HEADER + 'A,B,C,\n'.repeat(10_001), /more than 10,000 rows/],
    ['serials that follow one another', serialsInOrder(), /are consecutive/],
  ])('%s', async (_name, text, sentence) => {
    const answer = await send(text)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(sentence)
  })

  it('more than 5 MiB, with a sentence', async () => {
    const answer = await send(new Uint8Array(5 * 1024 * 1024 + 1).fill(0x61))
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('larger than 5 MiB')
  })

  it('to issue for a suspended issuer', async () => {
    const suspended = await mintIssuer()
    const owner = await mintPerson(suspended, 'owner')
    await setIssuerStanding(suspended.slug, 'suspended', 'test')
    expect(await (await owner.browser.visit(GET, '/dashboard/issue')).text()).not.toContain('type="file"')
    const answer = await send(`${HEADER}Ana,Knots,Passed,\n`, owner)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('is suspended')
  })
})

describe('isolation', () => {
  it('forgets a file that was dropped, or that another one of the same person took the place of', async () => {
    const dropped = await sendGood(`${HEADER}Dropped Person,Knots,Passed,\n`)
    await confirm(dropped, 'drop')
    expect(await look(dropped)).toContain('This file is not here any more')
    const first = await sendGood(`${HEADER}First Person,Knots,Passed,\n`)
    await sendGood(`${HEADER}Second Person,Knots,Passed,\n`)
    expect(await look(first)).toContain('To issue it, send it again: nothing is issued twice')
  })

  it('writes no upload to a disk, and into the database sealed, until it is issued', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'issue-test-'))
    vi.stubEnv('TMPDIR', folder)
    const run = await sendGood(`${HEADER}Nowhere Person,Knots,Passed,\nNowhere Person,,Passed,\n`)
    expect(await readdir(folder)).toEqual([])
    const row = async () => {
      const { rows } = await workingPool().query<Record<string, unknown>>('SELECT * FROM issue_runs WHERE id = $1', [
        run,
      ])
      return rows[0] ?? {}
    }
    const held = await row()
    const readable = JSON.stringify(held) + Buffer.from(String(held.file).split('.')[2] ?? '', 'base64url').toString()
    expect(readable).not.toMatch(/Nowhere|Knots|Wörter/)
    await confirm(run, 'skip_bad')
    expect(await readdir(folder)).toEqual([])
    expect(await row()).toMatchObject({ state: 'done', file: null })
    expect(JSON.stringify(await row())).not.toContain('Nowhere')
    await rm(folder, { recursive: true })
  })

  it('is deleted when its time is over', async () => {
    const run = await sendGood(`${HEADER}Late Person,Knots,Passed,\n`)
    await workingPool().query("UPDATE issue_runs SET expires_at = clock_timestamp() - interval '1 second'")
    expect(await look(run)).toContain('This file is not here any more')
    await clearAway()
    expect((await workingPool().query('SELECT 1 FROM issue_runs')).rowCount).toBe(0)
  })

  it('counts as failed when the process that issues it is not heard of any more', async () => {
    const run = await sendGood(`${HEADER}Lost Person,Knots,Passed,\n`)
    await workingPool().query(
      "UPDATE issue_runs SET state = 'issuing', seen_at = clock_timestamp() - interval '2 minutes' WHERE id = $1",
      [run],
    )
    expect(await look(run)).toMatch(/The server that was issuing it stopped\..*Send the same file again/)
  })

  it('is gone after its key changed, and says nothing else', async () => {
    const run = await sendGood(`${HEADER}Keyed Person,Knots,Passed,\n`)
    const before = env()
    setEnv({ ...before, KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') })
    try {
      expect(await findIssueRun(editor.member, run)).toBeNull()
      expect(await startIssueRun(editor.member, run, false)).toBe('gone')
    } finally {
      setEnv(before)
    }
  })
})

function serialsInOrder(): string {
  const rows = Array.from({ length: 20 }, (_, index) => `P ${index},Knots,Passed,NUM-${1000 + index}`)
  return `full_name,event_title,achievement,serial\n${rows.join('\n')}\n`
}
