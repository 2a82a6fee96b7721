import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { workingPool } from '@/lib/store/database/database'
import { servingDeadlineMs } from '@/lib/store/database/deadlines'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findCertificatePlaces } from '@/lib/store/desk/search/find-certificates'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { LockQueue } from '@/test/database/lock-queue'
import { exampleRow, issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { askApi } from '@/test/verify-requests'
import { GET as BATCHES } from '../batches/route'
import { GET as EXPORT } from '../figures/export/route'
import { GET as FIGURES } from '../figures/route'
import { GET as START } from '../route'
import { GET as ONE } from './[ref]/route'
import { GET } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let reader: MintedPerson
let serials: Record<'ana' | 'replaced' | 'corrected' | 'withdrawn' | 'theirs', string>

/** Issued so many days ago, as a row of a file says. */
function issuedBefore(days: number) {
  const at = new Date(Date.now() - days * 86_400_000)
  return { issuedAt: at, issuedAtWritten: at }
}

beforeAll(async () => {
  issuer = await mintIssuer()
  const other = await mintIssuer()
  await mintPerson(issuer, 'owner')
  reader = await mintPerson(issuer, 'reader')
  const rows = Array.from({ length: 30 }, (_, index) =>
    exampleRow({
      ...{ fullName: `Crowd Number${index}`, registrationNumber: `C-${index}`, eventTitle: 'Knots' },
      ...issuedBefore(index + 1),
    }),
  )
  await issueCertificates(issuer.id, rows, 'test')
  const ana = await issueOne(issuer)
  const replaced = await issueOne(issuer, { fullName: 'Ólafur Stępień', registrationNumber: 'OS/77-1' })
  const by = { reason: 'Misspelled', actor: `user:${reader.person.userId}` }
  const { certificate } = await correctCertificate(replaced, { fullName: 'Ólafur Stępniewski' }, by)
  const withdrawn = await issueOne(issuer, { fullName: 'Gone Person' })
  await withdrawCertificate(withdrawn, { reason: 'Kept <inside>', publicReason: null, actor: 'operator' })
  const theirs = await issueOne(other, { fullName: 'Ana Elsewhere' })
  serials = { ana, replaced, corrected: certificate.serial, withdrawn, theirs }
})

async function page(query: Record<string, string> = {}): Promise<string> {
  const answer = await reader.browser.visit(GET, `/dashboard/certificates?${new URLSearchParams(query).toString()}`)
  expect(answer.status).toBe(200)
  return answer.text()
}

it('takes no day or time that PostgreSQL has not', async () => {
  for (const day of ['0000-01-01', '0001-01-01', '9999-12-31']) {
    const shown = await page({ from: day, until: day })
    expect(shown).not.toContain(`value="${day}"`)
  }
  for (const before of [
    '-271000-01-01T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '+275000-01-01T00:00:00.000Z',
    'x',
  ]) {
    const answer = await reader.browser.visit(BATCHES, `/dashboard/batches?before=${encodeURIComponent(before)}`)
    expect([before, answer.status]).toEqual([before, 200])
  }
})

/** The serials of a page, in its order. */
const listed = (html: string) =>
  [...html.matchAll(/href="\/dashboard\/certificates\/([^"?]+)"/g)].map(([, serial = '']) => decodeURIComponent(serial))

describe('answers', () => {
  it.each([
    ['newest', {}],
    ['oldest', { order: 'oldest' }],
    ['newest of a name', { name: 'crowd' }],
    ['oldest of a name', { name: 'crowd', order: 'oldest' }],
    ['newest of an event', { course: 'Knots' }],
    ['oldest of an event', { course: 'Knots', order: 'oldest' }],
    ['oldest that were never checked', { checked: 'never', order: 'oldest' }],
  ])('lists the %s first by the date of issue that it shows, page by page, each once', async (order, query) => {
    const first = await page(query)
    const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(first) ?? []
    const second = await (await reader.browser.visit(GET, next.replaceAll('&amp;', '&'))).text()
    const all = [...listed(first), ...listed(second)]
    expect(all).toHaveLength(new Set(all).size)
    expect(all).toHaveLength(order.includes(' of ') ? 30 : 34)
    expect(second).not.toContain('after=')
    const days = [first, second].flatMap((html) => [...html.matchAll(/dateTime="([^"]*)"/g)].map(([, day]) => day))
    expect(days).toHaveLength(all.length)
    const sorted = [...days].sort()
    expect(days).toEqual(order.startsWith('oldest') ? sorted : sorted.reverse())
  })

  it('shows the date of issue, also of certificates that were issued long before they were recorded', async () => {
    const long = new Date('2019-05-04T00:00:00Z')
    const past = { issuedAt: long, issuedAtWritten: long, registrationNumber: 'PAST-1' }
    const serial = await issueOne(issuer, { ...past, fullName: 'Long Ago' })
    const html = await page({ name: 'Long Ago' })
    expect(listed(html)).toEqual([serial])
    expect(html).toContain('<th scope="col">Issued</th>')
    expect(html).toContain('dateTime="2019-05-04"')
    expect(listed(await page({ from: '2019-05-04', until: '2019-05-04' }))).toEqual([serial])
    expect(listed(await page({ name: 'Long Ago', from: '2019-05-05' }))).toEqual([])
    expect(listed(await page({ order: 'oldest' }))[0]).toBe(serial)
  })

  it.each([
    [{ name: 'ANA muller' }, ['ana']],
    [{ name: 'nguyen lucia' }, ['ana']],
    [{ name: 'olafur stepn' }, ['corrected']],
    [{ name: 'Olafur' }, ['corrected', 'replaced']],
    [{ name: 'olafur', status: 'superseded' }, ['replaced']],
    [{ number: 'os771' }, ['corrected', 'replaced']],
    [{ number: 'OS/77-1', event: 'safety' }, ['corrected', 'replaced']],
    [{ status: 'withdrawn' }, ['withdrawn']],
    [{ name: 'olafur crowd' }, []],
    [{ name: '!!!' }, []],
    [{ name: 'elsewhere' }, []],
    [{ name: 'lafur' }, []],
    [{ number: '77-1' }, ['corrected', 'replaced']],
    [{ number: '77/1' }, ['corrected', 'replaced']],
    [{ number: 'S77' }, []],
    [{ name: 'Олафур' }, ['corrected', 'replaced']],
  ] as const)('finds by %o', async (query, expected) => {
    expect(listed(await page(query)).sort()).toEqual(expected.map((key) => serials[key]).sort())
  })

  it('finds by serial in any spelling', async () => {
    expect(listed(await page({ serial: serials.ana.toLowerCase().replaceAll('-', ' ') }))).toEqual([serials.ana])
    for (const link of [
      `https://verify.test/verify/${serials.ana}`,
      `verify.test/verify/${serials.ana.toLowerCase()}/pdf`,
    ])
      expect(listed(await page({ serial: link }))).toEqual([serials.ana])
    expect(listed(await page({ serial: `https://elsewhere.test/verify/${serials.ana}` }))).toEqual([])
    expect(listed(await page({ serial: serials.theirs }))).toEqual([])
    expect(listed(await page({ serial: 'ю\0' }))).toEqual([])
  })

  it('shows one with its history, who made it, and what a correction changed', async () => {
    const answer = await reader.browser.visit(ONE, `/dashboard/certificates/${serials.corrected}`, {
      params: { ref: serials.corrected },
    })
    const html = await answer.text()
    expect(answer.status).toBe(200)
    const told = 'Test reader corrected it.'
    for (const text of [told, 'Ólafur Stępień', 'Ólafur Stępniewski', serials.replaced, 'SHA-256', '/jpeg"'])
      expect(html).toContain(text)
    expect(html.indexOf(told)).toBeLessThan(html.indexOf('issued this certificate.'))
    expect(html).not.toContain('Misspelled')
    expect(html).not.toContain(`/${serials.corrected}/withdraw`)
  })
})

describe('the one search field', () => {
  it('tells its script which addresses are of this service, now and before', async () => {
    const search = /<input [^>]*id="desk-search"[^>]*>/.exec(await page())?.[0]
    expect(search).toContain(`data-origins="${JSON.stringify(ownOrigins()).replaceAll('"', '&quot;')}"`)
  })

  const sought = (q: string) => reader.browser.visit(GET, `/dashboard/certificates?${new URLSearchParams({ q })}`)
  const link = (serial: string) => `https://verify.test/verify/${serial}`
  const mail = (text: string) =>
    `Dear colleague, thank you for your message of 3 November 2026. Could you look at ${text} for us? Order 4711, kind regards, Ana`

  it.each([
    ['a serial', () => serials.ana.toLowerCase().replaceAll('-', ' ')],
    ['a serial with points', () => serials.ana.toLowerCase().replaceAll('-', '.')],
    ['a link', () => link(serials.ana)],
    ['a mail that holds a link', () => mail(link(serials.ana))],
    ['a mail in another script that holds a link', () => `${'مرحبا يا زملاء '.repeat(20)} ${link(serials.ana)} شكرا`],
    ['a mail that holds a serial', () => mail(`serial ${serials.ana}`)],
  ])('leads from %s to its certificate', async (_name, text) => {
    const answer = await sought(text())
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/dashboard/certificates/${serials.ana}`])
  })

  it('leads to what it found, and says how to go on where that is nothing', async () => {
    const html = await (await sought('something with Müller')).text()
    expect(html.match(/<form [^>]*action="\/dashboard\/certificates#found"/g)).toHaveLength(2)
    expect(html).toMatch(
      /<div [^>]*id="found"[^>]*><\/div><p role="status">No certificate fits. Search with fewer words/,
    )
  })

  it('lists the certificates of several links, and says no more than that of another issuer’s', async () => {
    const answer = await sought(mail(`${link(serials.ana)} and ${link(serials.withdrawn)}`))
    expect(listed(await answer.text())).toEqual([serials.ana, serials.withdrawn])
    expect(listed(await (await sought(`${serials.ana} ${serials.withdrawn}`)).text())).toHaveLength(2)
    const foreign = await sought(link(serials.theirs))
    expect([foreign.status, listed(await foreign.text())]).toEqual([200, []])
  })

  it.each([
    ['MÜLLER nguyen', ['ana']],
    ['Ана Мюллер', ['ana']],
    ['أولافور', ['corrected', 'replaced']],
    ['ओलाफुर', ['corrected', 'replaced']],
    ['77-1', ['corrected', 'replaced']],
  ] as const)('finds by %s', async (text, expected) => {
    const html = await (await sought(text)).text()
    expect(listed(html).sort()).toEqual(expected.map((key) => serials[key]).sort())
  })

  it('finds by a number without its zeros, and by an event when no name has it', async () => {
    expect(listed(await (await sought('29')).text())).toHaveLength(1)
    expect(listed(await (await sought('knots')).text())).toHaveLength(25)
  })

  it('leads to names that are near where nothing fits to the letter, says so, and goes on', async () => {
    const NEAR = 'No certificate fits to the letter.'
    const byField = await page({ name: 'Krowd' })
    for (const first of [byField, await (await sought('Krowd')).text()]) {
      expect([listed(first).length, first.includes(NEAR)]).toEqual([25, true])
      const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(first) ?? []
      const second = await (await reader.browser.visit(GET, next.replaceAll('&amp;', '&'))).text()
      expect([listed(second).length, second.includes(NEAR)]).toEqual([5, true])
      expect(new Set([...listed(first), ...listed(second)]).size).toBe(30)
    }
    // Typed anew, it is sought to the letter first.
    expect(byField).not.toContain('name="near"')
    expect((await page({ name: 'Crowd' })).includes(NEAR)).toBe(false)
    expect(await page({ name: 'Krowd', number: 'C-3' })).toContain('C-3')
    expect(listed(await page({ name: 'Krowd', number: 'X' }))).toEqual([])
    // A number or an event to the letter comes before a name that is near.
    expect((await (await sought('Knots')).text()).includes(NEAR)).toBe(false)
  })
})

describe('the chips', () => {
  let own: MintedPerson
  let known: Record<'current' | 'ending' | 'expired' | 'withdrawnExpired' | 'seen', string>
  const day = 86_400_000
  // One moment for all of them, and for what the tests ask: midnight may pass at any time.
  const issuedAt = new Date(Date.now() - day)
  const ends = (days: number) => ({ expiresAt: new Date(issuedAt.getTime() + days * day) })
  const dayFrom = (days: number) => new Date(issuedAt.getTime() + days * day).toISOString().slice(0, 10)
  const issuedOn = (at: Date) => ({ issuedAt: at, issuedAtWritten: at })

  beforeAll(async () => {
    const place = await mintIssuer()
    own = await mintPerson(place, 'owner')
    const past = issuedOn(new Date(issuedAt.getTime() - 900 * day))
    const lately = issuedOn(issuedAt)
    const [expired, withdrawnExpired] = [
      await issueOne(place, { fullName: 'Ex Pired', ...past, ...ends(-10) }),
      await issueOne(place, { fullName: 'Gone Expired', ...past, ...ends(-10) }),
    ]
    await withdrawCertificate(withdrawnExpired, { reason: 'Test', publicReason: null, actor: 'test' })
    const [ending, current, seen] = [
      await issueOne(place, { fullName: 'Ends Soon', ...lately, ...ends(30) }),
      await issueOne(place, { fullName: 'Ends Late', ...lately, ...ends(400) }),
      await issueOne(place, { fullName: 'Checked Once', ...lately }),
    ]
    await askApi(seen)
    known = { current, ending, expired, withdrawnExpired, seen }
  })

  const found = async (query: Record<string, string>) => {
    const path = `/dashboard/certificates?${new URLSearchParams(query).toString()}`
    const html = await (await own.browser.visit(GET, path)).text()
    return { html, serials: new Set(listed(html)) }
  }

  it('find what has expired, what ends soon and what was never checked, each among current ones alone', async () => {
    expect((await found({ status: 'expired' })).serials).toEqual(new Set([known.expired]))
    expect((await found({ status: 'ending' })).serials).toEqual(new Set([known.ending]))
    const never = [known.current, known.ending, known.expired, known.withdrawnExpired]
    expect((await found({ checked: 'never' })).serials).toEqual(new Set(never))
    expect((await found({ checked: 'never', status: 'expired' })).serials).toEqual(new Set([known.expired]))
    expect((await found({ checked: 'never', status: 'withdrawn' })).serials).toEqual(new Set([known.withdrawnExpired]))
  })

  it('go together with words, and with days of issue', async () => {
    expect((await found({ name: 'ends', status: 'ending' })).serials).toEqual(new Set([known.ending]))
    expect((await found({ name: 'checked', checked: 'never' })).serials).toEqual(new Set())
    expect((await found({ from: dayFrom(0), until: dayFrom(0) })).serials.size).toBe(3)
    expect((await found({ until: dayFrom(-1) })).serials).toEqual(new Set([known.expired, known.withdrawnExpired]))
    expect((await found({ from: dayFrom(1) })).serials.size).toBe(0)
    expect((await found({ name: 'ends', until: dayFrom(-1) })).serials.size).toBe(0)
    expect((await found({ checked: 'never', from: dayFrom(1) })).serials.size).toBe(0)
  })

  it('find one event to the letter, one month of ends, and what was checked', async () => {
    const month = dayFrom(400).slice(0, 7)
    expect((await found({ ends: month })).serials).toEqual(new Set([known.current]))
    expect((await found({ ends: month, name: 'ends' })).serials).toEqual(new Set([known.current]))
    expect((await found({ ends: month, status: 'expired' })).serials).toEqual(new Set())
    for (const checked of ['week', 'ever']) expect((await found({ checked })).serials).toEqual(new Set([known.seen]))
    const { html, serials } = await found({ course: exampleRow().eventTitle })
    expect(serials.size).toBe(5)
    expect(html).toContain('aria-current="true"><bdi>Basic Safety Training')
    expect((await found({ course: 'Basic Safety' })).serials.size).toBe(0)
    expect((await found({ status: 'ended' })).serials).toEqual(new Set([known.withdrawnExpired]))
    expect((await found({ status: 'current' })).serials).toEqual(new Set([known.ending, known.current, known.seen]))
  })

  it('find what was issued from one file', async () => {
    const batchId = randomUUID()
    await workingPool().query('INSERT INTO import_batches (id, issuer_id, file_sha256) VALUES ($1, $2, $3)', [
      batchId,
      own.member.issuerId,
      'ab'.repeat(32),
    ])
    await workingPool().query(
      `INSERT INTO import_rows (batch_id, line, row_hash, occurrence, certificate_id)
       SELECT $1, 2, 'x', 1, id FROM certificates WHERE serial = $2`,
      [batchId, known.seen],
    )
    const { html, serials } = await found({ batch: batchId })
    expect(serials).toEqual(new Set([known.seen]))
    expect(html).toContain(`batch=${batchId}`)
    expect((await found({ batch: batchId, checked: 'never' })).serials).toEqual(new Set())
    expect((await found({ batch: randomUUID() })).serials).toEqual(new Set())
  })

  it('are what the figures lead to, number for number', async () => {
    const visit = async (handler: typeof FIGURES, path: string) => (await own.browser.visit(handler, path)).text()
    const html = await visit(FIGURES, '/dashboard/figures?by=week')
    const totals = [...html.matchAll(/<li><a href="\/dashboard\/certificates([^"]*)"><b>(\d+)</g)]
    expect(totals.map(([, query, value]) => [query, value])).toEqual([
      ['', '5'],
      ['?checked=ever', '1'],
      ['?checked=never', '4'],
      ['?checked=ever&amp;status=ended', '0'],
    ])
    for (const [, query = '', value] of totals.slice(0, 3)) {
      const { serials } = await found(Object.fromEntries(new URLSearchParams(query.slice(1))))
      expect(serials.size).toBe(Number(value))
    }
    const { rows } = await workingPool().query<{ day: string }>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day FROM certificate_checks k JOIN certificates c ON c.id = k.certificate_id
       WHERE c.serial = $1`,
      [known.seen],
    )
    const counted = JSON.parse(await visit(EXPORT, '/dashboard/figures/export?format=json')) as Record<string, unknown>
    expect(counted).toMatchObject({
      outcomes: [
        { outcome: 'expired', certificates: 1, never: 1, checks: 0 },
        { outcome: 'issued', certificates: 3, never: 2, checks: 1 },
        { outcome: 'withdrawn', certificates: 1, never: 1, checks: 0 },
      ],
      courses: [{ course: 'Basic Safety Training', certificates: 5, never: 4, checks: 1 }],
      days: [{ day: rows[0]?.day, checks: 1 }],
    })
    expect(await visit(EXPORT, '/dashboard/figures/export')).toContain('"outcome","issued","3","2","1"')
  })

  it('say which is on, and lead back to all', async () => {
    const { html } = await found({ status: 'expired', name: 'ex' })
    expect(html).toMatch(/href="\/dashboard\/certificates\?name=ex" aria-current="true"><bdi>Expired/)
    expect(html).toContain('href="/dashboard/certificates?name=ex&amp;status=withdrawn"')
    expect((await found({ status: 'nonsense', from: 'x', checked: 'y' })).serials.size).toBe(5)
  })

  it('go on from page to page where what fits is more than a page', async () => {
    const many = await mintIssuer()
    const someone = await mintPerson(many, 'owner')
    const rows = Array.from({ length: 60 }, (_, index) =>
      exampleRow({ fullName: `Row ${index}`, registrationNumber: `P-${index}` }),
    )
    await issueCertificates(many.id, rows, 'test')
    const all: string[] = []
    let next: string | undefined = '/dashboard/certificates?checked=never'
    while (next !== undefined) {
      const html: string = await (await someone.browser.visit(GET, next)).text()
      all.push(...listed(html))
      next = /href="([^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    expect([all.length, new Set(all).size]).toEqual([60, 60])
  })
})

describe('the numbers of the start page', () => {
  it('lead to lists of just so many, corrections and what ends today with them', async () => {
    const place = await mintIssuer()
    const own = await mintPerson(place, 'owner')
    const hours = (ahead: number) => ({ expiresAt: new Date(Date.now() + ahead * 3_600_000) })
    for (const ahead of [1, 60 * 24 - 1, 60 * 24 + 1])
      await issueOne(place, { registrationNumber: `H-${ahead}`, ...hours(ahead) })
    await issueOne(place, { registrationNumber: 'Ended', ...issuedBefore(3), ...hours(-1) })
    await issueOne(place, { registrationNumber: 'Old', ...issuedBefore(31) })
    const replaced = await issueOne(place, { registrationNumber: 'Replaced', ...hours(48) })
    const by = { reason: 'Misspelled', actor: 'operator' }
    const { certificate } = await correctCertificate(replaced, { fullName: 'Ana Ortiz' }, by)
    await askApi(certificate.serial)
    const html = await (await own.browser.visit(START, '/dashboard')).text()
    const figures = [...html.matchAll(/<li><a href="(\/dashboard\/certificates[^"]*)"><b>(\d+)<\/b>/g)]
    const lists = await Promise.all(
      figures.map(async ([, path = '']) => {
        const list = await own.browser.visit(GET, path.replaceAll('&amp;', '&'))
        return new Set(listed(await list.text())).size
      }),
    )
    expect(lists).toEqual(figures.map(([, , number]) => Number(number)))
    expect(lists).toEqual([6, 1, 3])
  })
})

describe('the search of a large issuer', () => {
  it('tells owners and editors why it was corrected or withdrawn, and no reader, nobody outside', async () => {
    const shown = async ({ browser }: MintedPerson, ref: string) =>
      (await browser.visit(ONE, `/dashboard/certificates/${ref}`, { params: { ref } })).text()
    for (const role of ['owner', 'editor'] as const) {
      const person = await mintPerson(issuer, role)
      expect(await shown(person, serials.withdrawn)).toContain('Kept &lt;inside&gt;')
      expect(await shown(person, serials.corrected)).toContain('Misspelled')
    }
    expect(await shown(reader, serials.withdrawn)).not.toContain('Kept')
    expect(await shown(reader, serials.corrected)).not.toContain('Misspelled')
    const { events, ...told } = await showCertificate(serials.withdrawn)
    expect(events.map(({ type, reason }) => [type, reason])).toEqual([
      ['issued', null],
      ['withdrawn', 'Kept <inside>'],
    ])
    expect(JSON.stringify(told)).not.toContain('Kept')
    expect(JSON.stringify(await (await askApi(serials.withdrawn)).json())).not.toContain('Kept')
  })

  it('says where it stopped, and goes on from there without loss', async () => {
    const crowd = await mintIssuer()
    const serial = await issueOne(crowd, { fullName: 'Rare Bird' })
    // Found by columns alone: two common words that never stand together but once, on the oldest certificate. Its place in
    // the status list is random, and the others' are counted on from it.
    await workingPool().query(
      `INSERT INTO certificates SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'lineage_id',
         gen_random_uuid(), 'serial', 'S' || i, 'serial_key', 'S000' || i, 'status_index', (c.status_index + i) % 131072, 'full_name',
         CASE WHEN i % 2 = 0 THEN 'Rare' ELSE 'Bird' END, 'issued_at', c.issued_at + i * interval '1 ms'))).*
       FROM certificates c, generate_series(1, 5000) i WHERE c.serial = $1`,
      [serial],
    )
    const search = { name: 'bird rare', registrationNumber: null, eventTitle: null, serialKey: null, status: null }
    const found: string[] = []
    let after = null
    let pages = 0
    do {
      const page = await findCertificatePlaces(crowd.id, search, after, 25)
      if (page.next) expect(page).toMatchObject({ found: [], stopped: true })
      found.push(...page.found.map((place) => place.serialKey))
      after = page.next
      pages += 1
    } while (after && pages < 10)
    expect(found).toHaveLength(1)
    expect(pages).toBeGreaterThan(2)
    const common = await findCertificatePlaces(crowd.id, { ...search, name: 'b' }, null, 25)
    expect(common.found[0]?.serialKey).toBe('S0004999')
    const { rows } = await workingPool().query<{ at: Date }>(
      'SELECT issued_at AS at FROM certificates WHERE serial = $1',
      [serial],
    )
    const until = new Date((rows[0]?.at.getTime() ?? Number.NaN) + 20)
    for (const order of ['newest', 'oldest'] as const) {
      const old = await findCertificatePlaces(crowd.id, { ...search, name: 'bird', until, order }, null, 25)
      expect(old, order).toMatchObject({ next: null, stopped: false })
      expect(old.found, order).toHaveLength(11)
    }
  })
})

describe('isolation', () => {
  it('does not find what belongs to another issuer', async () => {
    const answers = await Promise.all(
      [serials.theirs, 'NEVER-THERE-0000'].map((ref) =>
        reader.browser.visit(ONE, `/dashboard/certificates/${ref}`, { params: { ref } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    const [theirs, unknown] = await Promise.all(answers.map((answer) => answer.text()))
    expect(theirs).toBe(unknown)
  })

  it('shows nothing of a record that fails its check, whatever its columns say', async () => {
    const serial = await issueOne(issuer, { fullName: 'Honest Person' })
    await workingPool().query(`UPDATE certificates SET full_name = 'Forged Person' WHERE serial = $1`, [serial])
    expect(await page({ name: 'honest' })).not.toContain('Honest')
    const html = await page({ name: 'forged' })
    expect(html).toContain('This record fails its check')
    expect(html).not.toContain('Forged Person')
    const one = await reader.browser.visit(ONE, `/dashboard/certificates/${serial}`, { params: { ref: serial } })
    expect(await one.text()).toMatch(/Tell the operator/)
  })
})

describe('the words that certificates are found by', () => {
  const words = async (serial: string) => {
    const { rows } = await workingPool().query<{ word: string }>(
      'SELECT word FROM certificate_words w JOIN certificates c ON c.id = w.certificate_id WHERE c.serial = $1 ORDER BY word',
      [serial],
    )
    return rows.map(({ word }) => word)
  }

  it('are folded, and follow the certificate', async () => {
    const serial = await issueOne(issuer, { fullName: 'ØYVIND Größe-Łuk محمَّد', registrationNumber: null })
    expect(await words(serial)).toEqual(
      [
        ...['a:mhmd', 'a:mkmd', 'e:basic', 'e:safety', 'e:training'],
        ...['l:abnd', 'l:grs', 'l:lk', 'n:grosse', 'n:luk', 'n:oyvind', 'n:محمد'],
      ].sort(),
    )
    await workingPool().query(`UPDATE certificates SET full_name = '', event_title = '' WHERE serial = $1`, [serial])
    expect(await words(serial)).toEqual([])
  })
})

/** Asks for a name while the index of words alone is held, which no timer ends by itself. */
async function holdSearch() {
  const held = await LockQueue.hold(database.adminUrl, 'LOCK TABLE certificate_words IN ACCESS EXCLUSIVE MODE', [])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = reader.browser.visit(GET, '/dashboard/certificates?name=Ana')
  await held.waiting(1)
  return { held, asked }
}

describe('a search of a slow database', () => {
  afterEach(() => vi.useRealTimers())

  it('is waited for as long as the service waits for that database', async () => {
    const { held, asked } = await holdSearch()
    vi.advanceTimersByTime(0.75 * servingDeadlineMs() - 1)
    await held.release()
    expect((await asked).status).toBe(200)
  })
})

describe('a search that takes longer than it may', () => {
  it('says what to do, and stops no check: the database is there', async () => {
    const { held, asked } = await holdSearch()
    try {
      vi.advanceTimersByTime(0.75 * servingDeadlineMs())
      vi.useRealTimers()
      const answer = await asked
      const html = await answer.text()
      expect([answer.status, html.includes('The search was not finished in time.')]).toEqual([503, true])
      expect(html).toMatch(/name="name"[^>]*value="Ana"/)
      expect(html).not.toContain('No certificate fits.')
      expect(servingGuard().reachable).toBe(true)
      expect((await askApi(serials.ana)).status).toBe(200)
    } finally {
      await held.release()
    }
    expect(listed(await page({ name: 'Ana-Luc' }))).toContain(serials.ana)
  })
})
