import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { LIMITS } from '@/lib/http/limits/limits'
import { withPeerAddress } from '@/lib/http/request-context'
import { REPORTS_OF_ISSUER, REPORTS_OF_SENDER, REPORTS_OF_SERIAL } from '@/lib/service/reports/send-report'
import { transaction, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { emptyOldReports, eraseReports, forgetSenders } from '@/lib/store/records/report-keeping'
import { findReports } from '@/lib/store/records/reports'
import { LockQueue } from '@/test/database/lock-queue'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { newAddress } from '@/test/verify-requests'
import { GET as VERDICT } from '../verify/[serial]/route'
import { GET, POST } from './route'
import { GET as SENT } from './sent/route'

// Erasing is the owner's (docs/operations/roles.sql).
const database = useServiceDatabase({}, 'owner')
beforeEach(() => setRateCounter(new MemoryRateCounter()))

const ONE = '192.0.2.7'
const UNKNOWN = '0000-0000-0000-0000'
const GOOD = { kind: 'forgery', message: 'Seen on a wall.\nIt has another name.', email: '' }
let issuer: StoredIssuer
let serial: string

beforeAll(async () => {
  issuer = await mintIssuer()
  serial = await issueOne(issuer)
})

/** From a network of its own, unless told otherwise. */
function send(form: Record<string, string>, headers: Record<string, string> = {}, from?: string): Promise<Response> {
  const own = { origin: env().BASE_URL, 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ ...GOOD, serial: '', ...form }).toString()
  const request = new Request(`${env().BASE_URL}/report`, { method: 'POST', headers: { ...own, ...headers }, body })
  return POST(withPeerAddress(request, from ?? newAddress()), { params: Promise.resolve({}) })
}

function get(handler: typeof GET, path: string, headers: Record<string, string> = {}, params = {}): Promise<Response> {
  return handler(new Request(`${env().BASE_URL}${path}`, { headers }), { params: Promise.resolve(params) })
}

async function countAll(): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>('SELECT count(*)::int AS count FROM reports')
  return rows[0]?.count ?? 0
}

describe('answers', () => {
  it('has a form that is reached from every verdict, complete without JavaScript', async () => {
    for (const [asked, words] of [
      [serial, 'Genuine'],
      [UNKNOWN, 'No such certificate'],
    ] as const) {
      const verdict = await (await get(VERDICT, `/verify/${asked}`, {}, { serial: asked })).text()
      expect(verdict).toContain(words)
      expect(verdict).toContain(`href="/report?serial=${asked}"`)
    }
    const answer = await get(GET, `/report?serial=${serial}`)
    const html = await answer.text()
    expect(html).toContain(`value="${serial}"`)
    expect(html).toContain('90 days after the report is closed')
    expect(html).not.toContain('<script')
    expect((await get(SENT, '/report/sent')).status).toBe(200)
    expect(await (await get(GET, '/report', { 'accept-language': 'ar' })).text()).toContain('dir="rtl"')
  })

  it('gives an issuer what is about its certificate, in any spelling, and the operator the rest', async () => {
    const written = serial.toLowerCase().replaceAll('-', ' ')
    const answer = await send({ serial: written, email: ' reader@example.org ' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/report/sent'])
    await send({ serial: UNKNOWN, kind: 'mistake' })
    await send({})
    const [own] = await findReports(issuer.id, false, 10)
    expect(own).toMatchObject({ kind: 'forgery', serial, known: true, message: GOOD.message })
    expect(own?.email).toBe('reader@example.org')
    expect((await findReports(null, false, 10)).map((one) => [one.kind, one.serial, one.known])).toEqual(
      expect.arrayContaining([
        ['forgery', null, false],
        ['mistake', UNKNOWN, false],
      ]) as unknown[],
    )
  })

  it.each([
    ['its link', () => `https://verify.test/verify/${serial}`],
    ['its line in a message', () => `Serial: ${serial}`],
    ['a sentence around it', () => `The certificate ${serial} on the wall`],
  ])('gives an issuer what is about its certificate where somebody pasted %s', async (_name, written) => {
    const message = `Seen with ${written()}`
    expect((await send({ serial: written(), message })).headers.get('location')).toBe('/report/sent')
    const found = (await findReports(issuer.id, false, 100)).find((one) => one.message === message)
    expect(found).toMatchObject({ serial, known: true })
  })

  it('takes an address whose domain has letters of its own language, as every mail server takes it', async () => {
    const message = 'From a bakery'
    await send({ serial, message, email: 'personal@bäckerei.example' })
    const found = (await findReports(issuer.id, false, 100)).find((one) => one.message === message)
    expect(found?.email).toBe('personal@xn--bckerei-5wa.example')
  })

  it('keeps once what was sent twice, and again what another sender sends, or in other words', async () => {
    const [from, message] = [newAddress(), 'Sent twice']
    const kept = async () => (await findReports(null, false, 200)).filter((one) => one.message === message).length
    const both = await Promise.all([send({ message }, {}, from), send({ message }, {}, from)])
    expect([both.map(({ status }) => status), await kept()]).toEqual([[303, 303], 1])
    await send({ message }, {}, newAddress())
    await send({ message, email: 'reader@example.org' }, {}, from)
    await send({ message, kind: 'mistake' }, {}, from)
    expect(await kept()).toBe(4)
  })

  it('keeps as it is what names no certificate, or more than one', async () => {
    for (const written of ['the blue one', `${serial} and ${UNKNOWN}`]) {
      await send({ serial: written, message: `Of ${written}` })
      expect((await findReports(null, false, 100)).map((one) => one.serial)).toContain(written)
    }
  })

  it('is the operator’s to read while nobody works at the issuer’s desk', async () => {
    const message = 'About an issuer without a desk'
    await send({ serial, message })
    expect((await findReports(null, false, 10)).map((one) => one.message)).toContain(message)
  })
})

describe('refuses', () => {
  it.each([
    ['no kind', { kind: '' }, 'Choose what it is about.'],
    ['another kind', { kind: 'spam' }, 'Choose what it is about.'],
    ['no words', { message: ' \n ' }, 'Write what you saw'],
    ['too many words', { message: 'x'.repeat(2001) }, 'Write what you saw'],
    ['hidden characters', { message: 'a\u202eb' }, 'Write what you saw'],
    ['control characters', { message: 'a\u0000b' }, 'Write what you saw'],
    ['what is no e-mail address', { email: 'nobody' }, 'not an e-mail address'],
    ['a serial that cannot be one', { serial: 'a\u0007b' }, 'cannot be a serial'],
    ['a serial without end', { serial: 'x'.repeat(500) }, 'cannot be a serial'],
  ])('%s, keeping what was typed', async (_name, form: Record<string, string>, sentence) => {
    const before = await countAll()
    const answer = await send({ email: 'kept@example.org', ...form })
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain(sentence)
    expect(html).toContain(form.email ?? 'kept@example.org')
    expect(await countAll()).toBe(before)
  })

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page of another site that hides where it is', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['nowhere', { origin: '' }],
  ])('a form of %s', async (_name, headers) => {
    const before = await countAll()
    expect((await send({}, headers)).status).toBe(403)
    expect(await countAll()).toBe(before)
  })

  it('takes our own form from a page that names no origin', async () => {
    expect((await send({}, { origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  })

  it('the sixth within a minute from one address, and says when to come back', async () => {
    const { limit } = LIMITS.report_sending
    for (let sent = 0; sent < limit; sent += 1) expect((await send({ kind: '' }, {}, ONE)).status).toBe(400)
    const answer = await send({}, {}, ONE)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
    const html = await answer.text()
    expect(html).toContain('Too many reports from your network.')
    expect(html).toContain(GOOD.message)
    expect(html).toMatch(/value="forgery"[^>]*checked|checked[^>]*value="forgery"/)
  })

  it('what cannot be stored just now, keeping what was written, but never what another site wrote', async () => {
    const before = env()
    setEnv({ ...before, DATABASE_SECONDS: 5 })
    const held = await LockQueue.hold(database.url, 'LOCK TABLE reports IN ACCESS EXCLUSIVE MODE', [])
    const answer = await send({ serial, email: 'kept@example.org' })
    setEnv(before)
    await held.release()
    const html = await answer.text()
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
    for (const text of ['may not have been sent', GOOD.message, 'kept@example.org', serial])
      expect(html).toContain(text)
    const foreign = await send({ message: 'Of another site' }, { origin: 'https://evil.example' })
    expect(await foreign.text()).not.toContain('Of another site')
    for (let sent = 0; sent < LIMITS.report_sending.limit; sent += 1) await send({ kind: '' }, {}, ONE)
    const limited = await send({ message: 'Of another site' }, { origin: 'https://evil.example' }, ONE)
    expect([limited.status, (await limited.text()).includes('Of another site')]).toEqual([429, false])
  })

  it('more than twenty a day from one network, whose address is not kept', async () => {
    const statuses: number[] = []
    for (let sent = 0; sent <= REPORTS_OF_SENDER; sent += 1) {
      setRateCounter(new MemoryRateCounter())
      statuses.push((await send({ serial: `FROM-ONE-${sent}` }, {}, '2001:db8:7::1')).status)
    }
    expect(statuses).toEqual([...Array.from({ length: REPORTS_OF_SENDER }, () => 303), 429])
    setRateCounter(new MemoryRateCounter())
    expect((await send({}, {}, '2001:db8:7:0:9::1')).status).toBe(429)
    setRateCounter(new MemoryRateCounter())
    expect((await send({}, {}, '2001:db8:7:ff01::1')).status).toBe(429)
    expect((await send({}, {}, '2001:db8:8::1')).status).toBe(303)
    const { rows } = await workingPool().query("SELECT r::text FROM reports r WHERE serial LIKE 'FROM-ONE-%'")
    expect(JSON.stringify(rows)).not.toMatch(/2001:db8|20010db8/i)
    await workingPool().query(
      "UPDATE reports SET created_at = created_at - interval '25 hours' WHERE serial LIKE 'FROM-ONE-%'",
    )
    await forgetSenders()
    const { rows: left } = await workingPool().query(
      "SELECT 1 FROM reports WHERE serial LIKE 'FROM-ONE-%' AND sender_mac IS NOT NULL",
    )
    expect(left).toEqual([])
    expect((await send({}, {}, '2001:db8:7::1')).status).toBe(303)
  })

  it('nobody because of others: more than twenty a day about one serial go to the operator', async () => {
    const known = await issueOne(issuer)
    const counts = async () =>
      (
        await workingPool().query(
          `SELECT count(issuer_id)::int AS issuer, (count(*) - count(issuer_id))::int AS operator
           FROM reports WHERE upper(serial) = upper($1)`,
          [known],
        )
      ).rows
    for (let sent = 0; sent < REPORTS_OF_SERIAL; sent += 1)
      expect((await send({ serial: sent % 2 ? known.toLowerCase() : known })).status).toBe(303)
    expect(await counts()).toEqual([{ issuer: REPORTS_OF_SERIAL, operator: 0 }])
    expect((await send({ serial: known })).status).toBe(303)
    expect(await counts()).toEqual([{ issuer: REPORTS_OF_SERIAL, operator: 1 }])
  })

  it('to flood an issuer: what is too much for a day goes to the operator', async () => {
    const flooded = await mintIssuer()
    const about = await issueOne(flooded)
    await workingPool().query(
      `INSERT INTO reports (id, issuer_id, kind, message, serial_key)
       SELECT gen_random_uuid(), $1, 'forgery', 'x', n::text FROM generate_series(1, $2) AS n`,
      [flooded.id, REPORTS_OF_ISSUER],
    )
    expect((await send({ serial: about })).status).toBe(303)
    const { rows } = await workingPool().query('SELECT issuer_id FROM reports WHERE serial = $1', [about])
    expect(rows).toEqual([{ issuer_id: null }])
  })
})

describe('isolation', () => {
  it('says the same of a serial that exists and of one that does not', async () => {
    const fresh = await issueOne(issuer)
    const page = async (asked: string) =>
      (await (await get(GET, `/report?serial=${asked}`)).text()).replaceAll(asked, 'SERIAL')
    expect(await page(fresh)).toBe(await page(UNKNOWN))
    const answer = async (asked: string, form = {}) => {
      const { status, headers, ...rest } = await send({ serial: asked, ...form })
      return [status, headers.get('location'), Object.keys(rest)]
    }
    expect(await answer(fresh)).toEqual(await answer(UNKNOWN))
    const refused = async (asked: string) =>
      (await (await send({ serial: asked, message: '' })).text()).replaceAll(asked, 'SERIAL')
    expect(await refused(fresh)).toBe(await refused(UNKNOWN))
  })

  it('is kept out of indexes, caches, frames and referrers', async () => {
    for (const answer of [
      await get(GET, '/report?serial=x'),
      await send({ kind: '' }),
      await get(SENT, '/report/sent'),
    ]) {
      expect(answer.headers.get('x-robots-tag')).toContain('noindex')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })

  it('escapes what was typed', async () => {
    const html = await (await send({ kind: '', message: '</textarea><script>x</script>', serial: '"><b>' })).text()
    expect(html).not.toContain('<script>x')
    expect(html).not.toContain('"><b>')
  })
})

describe('what is kept', () => {
  it('is emptied 90 days after closing, and after a year in any case', async () => {
    const place = await mintIssuer()
    const insert = (closed: string | null, created: string) =>
      workingPool().query(
        `INSERT INTO reports (id, issuer_id, kind, serial, serial_key, message, email, note, created_at, closed_at, closed_by)
         VALUES (gen_random_uuid(), $1, 'forgery', 'S', 'S', 'words', 'a@b.c', 'note', now() - $2::interval,
           now() - $3::interval, CASE WHEN $3 IS NULL THEN NULL ELSE 'operator' END)`,
        [place.id, created, closed],
      )
    await insert('89 days', '100 days')
    await insert('91 days', '100 days')
    await insert(null, '364 days')
    await insert(null, '366 days')
    await emptyOldReports({ afterClosing: 90, atMost: 365 })
    // A note that was written on one that had been emptied.
    const of = 'issuer_id = $1 AND message IS NULL'
    await workingPool().query(`UPDATE reports SET note = 'later' WHERE ${of}`, [place.id])
    await emptyOldReports({ afterClosing: 90, atMost: 365 })
    const { rows } = await workingPool().query(
      'SELECT serial, message, email, note FROM reports WHERE issuer_id = $1 ORDER BY created_at',
      [place.id],
    )
    const [empty, full] = [
      { serial: null, message: null, email: null, note: null },
      { serial: 'S', message: 'words', email: 'a@b.c', note: 'note' },
    ]
    expect(rows.filter((row) => JSON.stringify(row) === JSON.stringify(empty))).toHaveLength(2)
    expect(rows.filter((row) => JSON.stringify(row) === JSON.stringify(full))).toHaveLength(2)
  })

  it('is emptied and closed with the certificate, and names it no more', async () => {
    const about = await issueOne(issuer)
    await send({ serial: about, message: 'To be erased' })
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM certificates WHERE serial = $1', [about])
    const before = await countAll()
    await transaction((tx) => eraseReports(tx, [rows[0]?.id ?? ''], []))
    expect(await countAll()).toBe(before)
    expect((await findReports(issuer.id, false, 100)).map(({ message }) => message)).not.toContain('To be erased')
    expect((await findReports(issuer.id, true, 1))[0]).toMatchObject({ serial: null, message: null, known: false })
  })
})
