import { strFromU8, unzipSync } from 'fflate'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { readWorkbook } from '@/lib/render/untrusted/read-workbook'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { readBatchNotes, reencryptBatchNotes } from '@/lib/service/desk/issue/batch-note'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { getCertificatePdf } from '@/lib/service/files/get-certificate-file'
import { transaction, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { forgetExpired } from '@/lib/store/records/expired-data'
import { LockQueue } from '@/test/database/lock-queue'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { follow, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { pressed } from '@/test/desk/pressed'
import { GET as RUN, POST as CONFIRM } from '../../issue/[run]/route'
import { POST as SEND } from '../../issue/route'
import { POST as SELECTED, GET as SELECTED_PAGE } from '../../selected/route'
import { GET as LIST } from '../route'
import { GET as FILES } from './files/route'
import { GET as LINKS } from './links/route'
import { POST as MAIL } from './mail/route'
import { GET as REFUSED } from './refused/route'
import { GET } from './route'
import { GET as WORKBOOK } from './workbook/route'

const database = useServiceDatabase({ SMTP_URL: 'smtp://127.0.0.1:1' }, 'owner')

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

const HEAD = 'full_name,event_title,achievement,email\n'

/** Sends chosen certificates again. @returns what the page says that it leads to */
async function mailSelected(form: Record<string, string>): Promise<string> {
  const answer = await owner.browser.visit(SELECTED, '/dashboard/selected', { form })
  const page = await (await follow(owner.browser, answer, SELECTED_PAGE)).text()
  return /role="status">([^<]*)</.exec(page)?.[1] ?? ''
}

/** Issues a file, its bad rows left out. @returns its batch */
async function issue(rows: string, notify = false, fileName = 'Autumn Öz.csv'): Promise<string> {
  const upload = new FormData()
  if (notify) upload.set('notify', 'yes')
  upload.set('file', new File([HEAD + rows], fileName))
  const sent = await owner.browser.visit(SEND, '/dashboard/issue', { upload })
  const run = sent.headers.get('location')?.split('/').at(-1) ?? ''
  const at = { params: { run } }
  await owner.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { ...at, form: { choice: 'skip_bad' } })
  await issueRunsEnded()
  const done = await owner.browser.visit(RUN, `/dashboard/issue/${run}`, at)
  return /batches\/([\w-]{36})/.exec(done.headers.get('location') ?? '')?.[1] ?? ''
}

async function ask(handler: typeof GET, batch: string, rest = ''): Promise<Response> {
  return owner.browser.visit(handler, `/dashboard/batches/${batch}${rest}`, { params: { batch } })
}

const page = async (batch: string) => (await (await ask(GET, batch)).text()).replace(/\s+/g, ' ')
const send = async (batch: string, to: string) =>
  (
    await owner.browser.visit(MAIL, `/dashboard/batches/${batch}/mail`, { params: { batch }, form: { to } })
  ).headers.get('location') ?? ''

async function issued(name: string): Promise<{ id: string; serial: string }> {
  const { rows } = await workingPool().query<{ id: string; serial: string }>(
    'SELECT id, serial FROM certificates WHERE full_name = $1',
    [name],
  )
  return rows[0] ?? { id: '', serial: '' }
}

async function settle(name: string, state: string): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET state = $2, finished_at = clock_timestamp(),
       sealed = CASE WHEN $2 = 'failed' THEN sealed END, recipient_mac = CASE WHEN $2 = 'failed' THEN recipient_mac END
     WHERE certificate_id = $1 AND state = 'queued'`,
    [(await issued(name)).id, state],
  )
}

async function mails(name: string): Promise<string[]> {
  const { rows } = await workingPool().query<{ state: string }>(
    'SELECT state FROM mail_messages WHERE certificate_id = $1 ORDER BY created_at',
    [(await issued(name)).id],
  )
  return rows.map(({ state }) => state)
}

describe('the page of a file', () => {
  it('stays, with its name, its files, its tables and its refused rows', async () => {
    const batch = await issue('Zip ../Öne:,Knots,Passed,\nZip Two,Knots,Passed,\n,Knots,Passed,\n')
    await workingPool().query('DELETE FROM issue_runs')
    const html = await page(batch)
    expect(html).toContain('<bdi>Autumn Öz.csv</bdi>')
    expect(html).toContain('One row was refused')
    expect(await (await ask(REFUSED, batch, '/refused')).text()).toBe(
      '"full_name","event_title","achievement","email"\r\n"","Knots","Passed",""\r\n',
    )
    const files = await ask(FILES, batch, '/files')
    expect(files.headers.get('content-disposition')).toBe('attachment; filename="certificates.zip"')
    const archive = unzipSync(new Uint8Array(await files.arrayBuffer()))
    const [one, two] = [await issued('Zip ../Öne:'), await issued('Zip Two')]
    expect(Object.keys(archive).sort()).toEqual(
      ['certificates.csv', `Zip ..-Öne- ${one.serial}.pdf`, `Zip Two ${two.serial}.pdf`].sort(),
    )
    expect(
      Buffer.from(archive[`Zip Two ${two.serial}.pdf`] ?? []).equals((await getCertificatePdf(two.serial)).bytes),
    ).toBe(true)
    const table = await readWorkbook(new Uint8Array(await (await ask(WORKBOOK, batch, '/workbook')).arrayBuffer()))
    expect(table.rows.map((row) => [row[1], row[3], row[7]])).toEqual([
      ['serial', 'full_name', 'status'],
      [one.serial, 'Zip ../Öne:', 'verified'],
      [two.serial, 'Zip Two', 'verified'],
    ])
    const links = await (await ask(LINKS, batch, '/links')).text()
    expect(links.split('\r\n').map((line) => line.split(',')[1])).toEqual([
      ...['"serial"', `"${one.serial}"`, `"${two.serial}"`, undefined],
    ])
    expect((await ask(LINKS, randomUUID(), '/links')).status).toBe(404)
    expect((await ask(FILES, batch, '/files?part=2')).status).toBe(404)
    expect(await (await owner.browser.visit(LIST, '/dashboard/batches')).text()).toContain(
      `href="/dashboard/batches/${batch}"`,
    )
  })

  it('shows a reader the file alone at the address that led its sender there', async () => {
    const batch = await issue('Read One,Knots,Passed,\nRead Two,Knots,Passed,\n')
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM issue_runs WHERE issuer_id = $1', [
      issuer.id,
    ])
    const reader = await mintPerson(issuer, 'reader')
    for (const { id } of rows) {
      const path = `/dashboard/batches/${batch}?run=${id}`
      expect((await reader.browser.visit(GET, path, { params: { batch } })).status).toBe(200)
    }
    expect(rows).not.toEqual([])
  })

  it('leads to the PDF of its only certificate, and to no archive of one', async () => {
    const batch = await issue('Lone One,Knots,Passed,\n')
    const { id } = await issued('Lone One')
    const html = await page(batch)
    expect(html).toContain(`href="/api/public/credentials/${id}/pdf"`)
    expect(html).not.toContain('(ZIP)')
  })

  it('is there in a year, with its name and its files, when whatever ends has been forgotten', async () => {
    const batch = await issue('Year Old,Knots,Passed,\n', false, 'Last year.csv')
    const old = "clock_timestamp() - interval '400 days'"
    await withoutGuards(
      database.adminUrl,
      'import_batches',
      `UPDATE import_batches SET created_at = ${old} WHERE id = '${batch}'`,
    )
    await workingPool().query(`UPDATE batch_notes SET noted_at = ${old} WHERE batch_id = $1`, [batch])
    await forgetExpired()
    const html = await page(batch)
    expect(html).toContain('<bdi>Last year.csv</bdi>')
    expect(html).toContain('Year Old')
    const archive = unzipSync(new Uint8Array(await (await ask(FILES, batch, '/files')).arrayBuffer()))
    const { serial } = await issued('Year Old')
    expect(Object.keys(archive).sort()).toEqual(['certificates.csv', `Year Old ${serial}.pdf`].sort())
    const list = await (await owner.browser.visit(LIST, '/dashboard/batches')).text()
    expect(list).toContain(`href="/dashboard/batches/${batch}"`)
  })

  it('leaves a withdrawn certificate out of the files, and says so in the table', async () => {
    const batch = await issue('Gone Person,Knots,Passed,\nHere Person,Knots,Passed,\n')
    await withdrawCertificate((await issued('Gone Person')).serial, {
      reason: 'Test',
      publicReason: null,
      actor: 'test',
    })
    const archive = unzipSync(new Uint8Array(await (await ask(FILES, batch, '/files')).arrayBuffer()))
    expect(Object.keys(archive).filter((name) => name.endsWith('.pdf'))).toHaveLength(1)
    expect(strFromU8(archive['certificates.csv'] ?? new Uint8Array())).toMatch(/"Gone Person".*"withdrawn"/)
  })

  it('forgets refused rows after thirty days, and at once when somebody of the issuer is erased', async () => {
    const [late, erased] = [
      await issue('Late Person,Knots,Passed,\n,Knots,Late,\n'),
      await issue('Erased Person,Knots,Passed,\nOther Person,Knots,Passed,\n,Knots,Other,\n'),
    ]
    await workingPool().query(
      "UPDATE batch_notes SET noted_at = clock_timestamp() - interval '31 days' WHERE batch_id = $1",
      [late],
    )
    expect((await forgetExpired()).refusedRows).toBe(1)
    expect([(await ask(REFUSED, late, '/refused')).status, (await ask(REFUSED, erased, '/refused')).status]).toEqual([
      404, 200,
    ])
    expect(await page(late)).toContain('are no longer here')
    await eraseCertificate((await issued('Erased Person')).serial, { reason: 'Asked for.', actor: 'test' })
    expect((await ask(REFUSED, erased, '/refused')).status).toBe(404)
  })

  it('keeps no refused rows of a file that was under way while somebody of the issuer was erased', async () => {
    await issue('Gone Person,Knots,Passed,\n')
    const lock = "SELECT pg_advisory_xact_lock(hashtextextended('refused rows ' || $1, 0))"
    const queue = await LockQueue.hold(database.url, lock, [issuer.id])
    const erasing = eraseCertificate((await issued('Gone Person')).serial, { reason: 'Asked for.', actor: 'test' })
    await queue.waiting(1)
    const issuing = issue('Next Person,Knots,Passed,\n,Knots,Gone Person,\n')
    await queue.waiting(2)
    await queue.release()
    await erasing
    const batch = await issuing
    expect((await ask(REFUSED, batch, '/refused')).status).toBe(404)
    expect(await page(batch)).toContain('are no longer here')
  })

  it('is written for its batch alone: neither a copy of the database nor another row opens it', async () => {
    const batch = await issue('Secret Person,Knots,Passed,\n,Knots,Hidden,\n')
    const { rows } = await workingPool().query<Record<string, string>>(
      'SELECT * FROM batch_notes WHERE batch_id = $1',
      [batch],
    )
    expect(JSON.stringify(rows)).not.toMatch(/Autumn|Hidden/)
    const other = await issue('Second Person,Knots,Passed,\n')
    await workingPool().query('UPDATE batch_notes SET file_name = $2, refused_rows = $3 WHERE batch_id = $1', [
      ...[other, rows[0]?.file_name, rows[0]?.refused_rows],
    ])
    expect((await readBatchNotes(issuer.id, [other])).get(other)).toMatchObject({ fileName: null, refusedCsv: null })
    const [current, next] = [Buffer.from(env().KEY_ENCRYPTION_KEY ?? '', 'base64'), Buffer.alloc(32, 9)]
    const before = env()
    await transaction((tx) => reencryptBatchNotes(tx, { current, next }))
    setEnv({ ...before, KEY_ENCRYPTION_KEY: next.toString('base64') })
    try {
      expect((await readBatchNotes(issuer.id, [batch])).get(batch)).toMatchObject({
        fileName: 'Autumn Öz.csv',
        refused: 1,
      })
    } finally {
      setEnv(before)
      await transaction((tx) => reencryptBatchNotes(tx, { current: next, next: current }))
    }
  })
})

describe('mail of a file', () => {
  it('says what became of each message, and sends again what did not arrive, once', async () => {
    const batch = await issue(
      'Mail A,Knots,Passed,a@example.org\nMail B,Knots,Passed,b@example.org\nMail C,Knots,Passed,\n',
      true,
    )
    expect(await page(batch)).toContain('Waits to be sent: 2')
    expect(await send(batch, 'failed')).toMatch(/mailed=0$/)
    await settle('Mail A', 'failed')
    await settle('Mail B', 'sent')
    const html = await page(batch)
    expect(html).toContain('Refused by the recipient’s mail server: 1')
    expect(html).toContain('Send again the one that did not arrive')
    const [first, second] = await Promise.all([send(batch, 'failed'), send(batch, 'failed')])
    expect([first, second].map((location) => location.at(-1)).sort()).toEqual(['0', '1'])
    expect(await mails('Mail A')).toEqual(['abandoned', 'queued'])
    expect(await send(batch, (await issued('Mail B')).id)).toMatch(/mailed=1$/)
    expect(await mails('Mail B')).toEqual(['sent', 'queued'])
    const { rows } = await workingPool().query(
      `SELECT action, subject, detail FROM desk_activities WHERE actor = $1 AND action LIKE 'mail.%' ORDER BY id DESC LIMIT 1`,
      [`user:${owner.person.userId}`],
    )
    expect(rows).toEqual([{ action: 'mail.sent_again', subject: batch, detail: { count: 1 } }])
  })

  it('is not awaited where none can be sent', async () => {
    const batch = await issue('Mail Off A,Knots,Passed,off-a@example.org\nMail Off B,Knots,Passed,\n')
    expect(await page(batch)).toContain('None yet: 1')
    const settings = env()
    setEnv({ ...settings, SMTP_URL: undefined })
    try {
      const html = await page(batch)
      expect(html).toContain('No mail can be sent from this service.')
      expect(html).not.toContain('None yet')
    } finally {
      setEnv(settings)
    }
  })

  it('is sent again to many that were chosen, once while a message waits, and to nobody without an address', async () => {
    await issue('Many A,Knots,Passed,a@example.org\nMany B,Knots,Passed,b@example.org\nMany C,Knots,Passed,\n', true)
    const chosen = await Promise.all(['Many A', 'Many B', 'Many C'].map(issued))
    const form = { do: 'mail', serials: chosen.map(({ serial }) => serial).join('\n') }
    const again = () => mailSelected(form)
    await settle('Many A', 'sent')
    await settle('Many B', 'failed')
    const said = await Promise.all([again(), again()])
    expect(said.map((text) => /^(\d|One|No)/.exec(text ?? '')?.[0]).sort()).toEqual(['2', 'No'])
    expect([await mails('Many A'), await mails('Many B'), await mails('Many C')]).toEqual([
      ['sent', 'queued'],
      ['abandoned', 'queued'],
      [],
    ])
  })

  it('is sent once by a page that is loaded again after its messages went out', async () => {
    await issue('Once A,Knots,Passed,once-a@example.org\nOnce B,Knots,Passed,once-b@example.org\n', true)
    const chosen = await Promise.all(['Once A', 'Once B'].map(issued))
    const list = { serials: chosen.map(({ serial }) => serial).join('\n') }
    for (const name of ['Once A', 'Once B']) await settle(name, 'sent')
    const page = await (await owner.browser.visit(SELECTED, '/dashboard/selected', { form: list })).text()
    const { form } = pressed(page, 'Send the recipients their links again')
    const sent = { ...form, ...list }
    expect(await mailSelected(sent)).toBe('2 messages are on their way.')
    for (const name of ['Once A', 'Once B']) await settle(name, 'sent')
    expect(await mailSelected(sent)).toContain('sent already')
    expect([await mails('Once A'), await mails('Once B')]).toEqual([
      ['sent', 'sent'],
      ['sent', 'sent'],
    ])
    expect(await mailSelected({ ...sent, once: randomUUID() })).toBe('2 messages are on their way.')
  })

  it('goes to the correction of what was replaced, and counts it once', async () => {
    const correct = async (name: string) => {
      const changes = { fullName: `${name} Corrected` }
      await correctCertificate((await issued(name)).serial, changes, { reason: 'Test', actor: 'test' })
      return issued(`${name} Corrected`)
    }
    const batch = await issue('Bounced,Knots,Passed,a@example.org\nArrived,Knots,Passed,b@example.org\n', true)
    await settle('Bounced', 'failed')
    await settle('Arrived', 'sent')
    const current = await correct('Bounced')
    await correct('Arrived')
    expect(await page(batch)).toContain(`value="${(await issued('Bounced')).id}"`)
    expect(await send(batch, 'none')).toMatch(/mailed=0$/)
    expect(await send(batch, 'failed')).toMatch(/mailed=1$/)
    expect([await mails('Bounced'), await mails('Bounced Corrected')]).toEqual([['abandoned'], ['queued']])
    expect(await send(batch, (await issued('Arrived')).id)).toMatch(/mailed=1$/)
    expect([await mails('Arrived'), await mails('Arrived Corrected')]).toEqual([['sent'], ['queued']])
    expect(await page(batch)).toContain('Waits to be sent: 2')
    expect(await send(batch, current.id)).toMatch(/mailed=0$/)

    const untold = await issue('Untold,Knots,Passed,c@example.org\nGone,Knots,Passed,d@example.org\n')
    await correct('Untold')
    await withdrawCertificate((await issued('Gone')).serial, { reason: 'Test', publicReason: null, actor: 'test' })
    expect(await page(untold)).toContain('None yet: 1')
    expect(await send(untold, 'none')).toMatch(/mailed=1$/)
    expect(await mails('Untold Corrected')).toEqual(['queued'])
  })

  it('tells those who were told nothing, five times at most, and nobody of a certificate that is not current', async () => {
    const batch = await issue('Told Later,Knots,Passed,later@example.org\nNot Told,Knots,Passed,gone@example.org\n')
    await withdrawCertificate((await issued('Not Told')).serial, { reason: 'Test', publicReason: null, actor: 'test' })
    expect(await send(batch, 'none')).toMatch(/mailed=1$/)
    const { id } = await issued('Told Later')
    for (let time = 1; time < 5; time += 1) {
      await settle('Told Later', 'sent')
      expect(await send(batch, id)).toMatch(/mailed=1$/)
    }
    await settle('Told Later', 'sent')
    expect(await send(batch, id)).toMatch(/mailed=0$/)
    expect(await send(batch, (await issued('Not Told')).id)).toMatch(/mailed=0$/)
    // One of another batch, and what is no choice.
    expect(await send(batch, (await issued('Mail B')).id)).toMatch(/mailed=0$/)
    expect(await send(batch, 'all')).toMatch(/mailed=0$/)
  })
})
