import { beforeAll, describe, expect, it } from 'vitest'
import { generateSerial, partedSerial } from '@/lib/domain/certificate/serial'
import { env, setEnv } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'
import { closeDatabase, transaction } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { usePlaces } from '@/test/endpoint-fixture'
import { readHeading } from '@/test/expect-verdict'
import { askApi, newAddress } from '@/test/verify-requests'
import { GET, POST } from './route'

useServiceDatabase()
const NOBODYS = '7K3M-9QXT-2VBD-8RWN'
const MISTYPED = '7K3M-9QXT-2VBD-8RWM'
let current: string
let withdrawn: string
let replaced: string
let own: string

beforeAll(async () => {
  const issuer = await mintIssuer({ name: 'Northshore Institute' })
  current = await issueOne(issuer)
  withdrawn = await issueOne(issuer)
  replaced = await issueOne(issuer)
  own = await issueOne(issuer, { serial: 'NS/2024/0042' })
  await withdrawCertificate(withdrawn, { reason: 'kept inside', publicReason: null, actor: 'test' })
  await correctCertificate(replaced, { fullName: 'Ana Lucía' }, { reason: 'kept inside', actor: 'test' })
})

function post(fields: Record<string, string | File>, address = newAddress()): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return POST(withPeerAddress(new Request('https://verify.test/check-many', { method: 'POST', body }), address))
}

function get(query = ''): Promise<Response> {
  return GET(withPeerAddress(new Request(`https://verify.test/check-many${query}`), newAddress()))
}

/** The lines of the table, as what is found of each: status, and whether the name stands there. */
function rowsOf(html: string): [string, string, boolean][] {
  const rows = html.match(/<tr data-status=.*?<\/tr>/g) ?? []
  return rows.map((row) => [
    /<bdi[^>]*class="serial[^"]*">(.*?)<\/bdi>/.exec(row)?.[1] ?? '',
    /data-status="(\w+)"/.exec(row)?.[1] ?? '',
    row.includes('Ana-Lucía Müller'),
  ])
}

const countOf = async (serial: string) => (await showCertificate(serial)).check_count

describe('answers', () => {
  it('a form, and what its address holds in its field, checked only once it is sent', async () => {
    expect(readHeading(await (await get()).text())).toBe('Check several certificates')
    const before = await countOf(current)
    const html = await (await get(`?serials=${current}%0A${own}`)).text()
    expect(html).toContain(`${current}\n${own}</textarea>`)
    expect(rowsOf(html)).toEqual([])
    expect(await countOf(current)).toBe(before)
  })

  it('that no names were compared, whatever stands beside a serial', async () => {
    const html = await (await post({ serials: `Somebody Else,${current}` })).text()
    expect(rowsOf(html)).toEqual([[current, 'verified', true]])
    expect(html).toContain('Names are not compared here. Compare the name')
  })

  it('what replaced a certificate, and that this was withdrawn, too', async () => {
    const row = async () =>
      /<tr data-status="superseded".*?<\/tr>/.exec(await (await post({ serials: replaced })).text())?.[0]
    const before = await row()
    const current = /<a class="list-note" href="\/verify\/([0-9A-Z-]{19})">/.exec(before ?? '')?.[1] ?? ''
    expect(before).not.toContain('has been withdrawn too')
    await withdrawCertificate(current, { reason: 'kept inside', publicReason: null, actor: 'test' })
    const after = await row()
    expect(after).toContain(`href="/verify/${current}"`)
    expect(after).toContain('The correction has been withdrawn too. Do not accept either of them.')
  })

  it('one table in the order sent, each counted once, and takes a place for each', async () => {
    const before = await Promise.all([current, withdrawn, replaced, own].map(countOf))
    const asked = [current, withdrawn, replaced, own, NOBODYS, 'NS/2024/9999', '7K3M-9QXT', MISTYPED]
    const response = await post({ serials: ['serial', ...asked].join('\n') })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(rowsOf(html)).toEqual([
      [current, 'verified', true],
      [withdrawn, 'withdrawn', true],
      [replaced, 'superseded', true],
      [own, 'verified', true],
      [NOBODYS, 'not_found', false],
      ['NS/2024/9999', 'not_found', false],
      ['7K3M-9QXT', 'not_found', false],
      [MISTYPED, 'not_found', false],
    ])
    for (const words of [
      'No such certificate',
      'No certificate with this number here',
      'This is not a whole serial',
      'This serial has a typing mistake',
    ])
      expect(html).toContain(`<strong>${words}</strong>`)
    expect(html.match(/row-verdict stop/g)).toHaveLength(2)
    for (const serial of asked) expect(html).toContain(`href="/verify/${encodeURIComponent(serial)}"`)
    expect(html).toContain('Northshore Institute')
    expect(html).not.toContain('kept inside')
    const after = await Promise.all([current, withdrawn, replaced, own].map(countOf))
    expect(after).toEqual(before.map((count) => count + 1))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-ratelimit-limit': '240',
      'x-ratelimit-remaining': String(240 - asked.length),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
  })

  it('a file, a mail, a row without a serial, and the same serial once, in any spelling', async () => {
    const csv = new File([`name;serial\nAna;${current.toLowerCase()}\nBen;${own}\n`], 'list.csv')
    expect(rowsOf(await (await post({ file: csv, serials: '' })).text()).map(([, status]) => status)).toEqual([
      'verified',
      'verified',
    ])
    expect(rowsOf(await (await post({ file: csv, serials: `serial\n${withdrawn}\n${own}` })).text())).toEqual([
      [current, 'verified', true],
      [own, 'verified', true],
      [withdrawn, 'withdrawn', true],
    ])
    const rows = ['serial', current, 'to follow', `${'long '.repeat(300)}row`, own].join('\n')
    const html = await (await post({ serials: rows })).text()
    expect(rowsOf(html).map(([, status]) => status)).toEqual(['verified', 'not_found', 'not_found', 'verified'])
    expect(html.match(/<strong>No serial found here</g)).toHaveLength(2)
    expect(html.match(/href="\/verify\//g)).toHaveLength(3)
    const mail = `Dear all,\nplease check https://verify.test/verify/${current} and\nSerial: ${own}\nand ${current} again.`
    expect(rowsOf(await (await post({ serials: mail })).text())).toHaveLength(2)
  })
})

describe('links to other hosts', () => {
  it.each<[string, (serial: string) => string]>([
    ['one', (serial) => `https://evil.example/verify/${serial}`],
    ['one with backslashes', (serial) => `http:\\\\evil.example\\verify\\${serial}`],
    ['one without its beginning', (serial) => `evil.example?s=${serial}`],
    ['one that could be a number', (serial) => `evil.example/${serial}`],
    ['one in a letter', (serial) => `Dear all,\nplease look at https://evil.example/c/${serial}.\nKind regards`],
  ])('are rows without a verdict: %s', async (_, write) => {
    const before = await countOf(current)
    const html = await (await post({ serials: write(current) })).text()
    expect(rowsOf(html).map(([, status]) => status)).toEqual(['not_found'])
    expect(rowsOf(html)[0]?.[0]).toContain('evil.example')
    expect(html.match(/<strong>This link leads elsewhere</g)).toHaveLength(1)
    expect(await countOf(current)).toBe(before)
  })

  it('stand beside what is checked', async () => {
    const list = `Name;Serial\nAna;https://evil.example/verify/${withdrawn}\nBen;https://verify.test/verify/${current}`
    const html = await (await post({ serials: list })).text()
    expect(rowsOf(html).map(([, status]) => status)).toEqual(['not_found', 'verified'])
  })
})

const withPoints = (serial: string) => serial.toLowerCase().replaceAll('-', '.')

describe('reads a serial with points, as the field for one does', () => {
  it('where it is one of ours, counted once', async () => {
    const before = await countOf(current)
    const html = await (await post({ serials: `${withPoints(current)}\n${current}\n${withPoints(withdrawn)}` })).text()
    expect(rowsOf(html)).toEqual([
      [current, 'verified', true],
      [withdrawn, 'withdrawn', true],
    ])
    expect(await countOf(current)).toBe(before + 1)
  })

  it('as it is where ours was never issued, or an issuer brought it as it is', async () => {
    const brought = 'ACME.2026.0001.0009'
    expect(partedSerial(brought)).not.toBeNull()
    expect(rowsOf(await (await post({ serials: `serial\n${brought}\n${own}` })).text())[0]?.slice(0, 2)).toEqual([
      brought,
      'not_found',
    ])
    await issueOne(await mintIssuer(), { serial: brought })
    expect(rowsOf(await (await post({ serials: `serial\n${brought}\n${own}` })).text())[0]?.slice(0, 2)).toEqual([
      brought,
      'verified',
    ])
  })
})

describe('reads a number of an issuer in which a serial of ours could stand', () => {
  it('as it is, alone, twice and beside others, whether somebody has it or not', async () => {
    const number = 'A/2026-0001-2345-6786'
    const lists = [number, `${number}\n${number}`, `${number}\nBQ-17`, `${number}\n${own}`]
    const firsts = async () => {
      const firsts: unknown[] = []
      for (const serials of lists) firsts.push(rowsOf(await (await post({ serials })).text())[0]?.slice(0, 2))
      return firsts
    }
    expect(await firsts()).toEqual(lists.map(() => [number, 'not_found']))
    await issueOne(await mintIssuer(), { serial: number })
    expect(await firsts()).toEqual(lists.map(() => [number, 'verified']))
  })

  it('as ours where that is what exists', async () => {
    const rows = rowsOf(
      await (await post({ serials: `serial\ncertificate-${current}.pdf\n${current}\n${own}` })).text(),
    )
    expect(rows.map(([serial, status]) => [serial, status])).toEqual([
      [current, 'verified'],
      [own, 'verified'],
    ])
  })
})

describe('asks which column of a list counts', () => {
  /** The first column may be the numbers of passports. */
  const passports = () => `P1234567,${own}\nP2345678,${current}\nP3456789,\nP4567890,\nP5678901,\nP6789012,`
  const listsOf = (html: string) =>
    (/name="lists" value="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const answer = (lists: string, column: string) =>
    POST(
      withPeerAddress(
        new Request('https://verify.test/check-many', { method: 'POST', body: new URLSearchParams({ lists, column }) }),
        newAddress(),
      ),
    )

  it('and which numbers of one column are serials', async () => {
    const before = await countOf(current)
    const html = await (await post({ serials: `P1234567\n${current}\n${own}` })).text()
    expect(readHeading(html)).toBe('Which of these are serials of certificates?')
    expect(html).not.toContain('Column 1')
    expect(await countOf(current)).toBe(before)
    expect(rowsOf(await (await answer(listsOf(html), '0')).text())).toEqual([[current, 'verified', true]])
  })

  it('before anything is looked up, and looks up no other', async () => {
    const before = await countOf(current)
    const asked = await post({ serials: passports() })
    const html = await asked.text()
    expect([asked.status, readHeading(html)]).toEqual([200, 'Which column holds the serials?'])
    expect(rowsOf(html)).toEqual([])
    expect(html).toContain('P1234567 · P2345678 · P3456789')
    expect(html).not.toMatch(/<input type="radio"[^>]*checked/)
    expect(asked.headers.get('cache-control')).toBe('private, no-store')
    expect(await countOf(current)).toBe(before)
    const found = await (await answer(listsOf(html), '1')).text()
    expect(rowsOf(found).map(([serial, status]) => [serial, status])).toEqual([
      [own, 'verified'],
      [current, 'verified'],
    ])
    expect(found).not.toContain('P1234567')
    expect(rowsOf(await (await answer(listsOf(html), 'all')).text())).toHaveLength(8)
    expect(rowsOf(await (await answer(listsOf(html), '0')).text()).map(([serial]) => serial)).toEqual([
      'P1234567',
      'P2345678',
      'P3456789',
      'P4567890',
      'P5678901',
      'P6789012',
    ])
  })

  it('of a file and of what was pasted, one after the other', async () => {
    const csv = new File([passports()], 'list.csv')
    const first = await (
      await post({ file: csv, serials: `A1234567;NS/2024/9999\nA2345678;${current}\nA3456789;\nA4567890;\nA5678901;` })
    ).text()
    const second = await (await answer(listsOf(first), '1')).text()
    expect(readHeading(second)).toBe('Which column holds the serials?')
    expect(second).toContain('A1234567 · A2345678 · A3456789')
    const rows = rowsOf(await (await answer(listsOf(second), '1')).text())
    expect(rows.map(([serial]) => serial)).toEqual([own, current, 'NS/2024/9999'])
  })

  it.each(['', '2', 'none'])('again where that was no answer: %j', async (column) => {
    const html = await (await post({ serials: passports() })).text()
    const again = await (await answer(listsOf(html), column)).text()
    expect(readHeading(again)).toBe('Which column holds the serials?')
    expect(listsOf(again)).toBe(listsOf(html))
  })

  it.each(['', '{', '[]', '{"texts":[1],"answers":[]}', '{"texts":["a","b","c"],"answers":[]}'])(
    'and takes no form of another kind for an answer: %s',
    async (lists) => expect((await answer(lists, '0')).status).toBe(400),
  )
})

describe('refuses', () => {
  it.each([
    ['nothing', ' '],
    ['a name', 'Ana-Lucía Müller'],
    ['prose', 'Is this certificate genuine?'],
  ])('%s: 400, in grey', async (_, serials) => {
    const response = await post({ serials })
    const html = await response.text()
    expect([response.status, readHeading(html)]).toEqual([400, 'No serial was found'])
    expect(html).toContain('class="verdict unknown"')
  })

  it('more than twenty: 400, and nothing is done', async () => {
    const many = Array.from({ length: 20 }, (_, n) => generateSerial(Uint8Array.from({ length: 10 }, () => n + 1)))
    const before = await countOf(current)
    const response = await post({ serials: [current, ...many].join('\n') })
    const html = await response.text()
    expect([response.status, readHeading(html)]).toEqual([400, 'Too many serials at once'])
    expect(html).toContain('21 serials were found, and at most 20 are checked at a time.')
    expect(await countOf(current)).toBe(before)
  })

  it('no serial of a long list: all that were read stay in the field, and their number is said', async () => {
    const many = Array.from({ length: 600 }, (_, n) =>
      generateSerial(Uint8Array.from({ length: 10 }, (_, at) => n >> at)),
    )
    const sent = [...new Set(many)].join('\n')
    const html = await (await post({ serials: sent })).text()
    expect(/<textarea[^>]*>([^<]*)</.exec(html)?.[1]).toBe(sent)
    expect(html.match(/[\d,]+ serials were found/)?.[0]).toBe(`${new Set(many).size} serials were found`)
  })

  it.each([3000, 60_000])('a list that is too long to be read, without a number that nobody counted', async (lines) => {
    const response = await post({ serials: `${NOBODYS}\n`.repeat(lines) })
    const html = await response.text()
    expect([response.status, readHeading(html)]).toEqual([413, 'Too many serials at once'])
    expect(html.match(/<div class="verdict-words"><p>([^<.]*)/)?.[1]).toBe('There are more than 20 rows')
    // Forms are sent with both characters at the end of a line.
    if (lines === 3000) expect(/<textarea[^>]*>([^<]*)</.exec(html)?.[1]).toBe(`${NOBODYS}\r\n`.repeat(lines))
  })

  it('where too few places are left: 429, nothing is done, and fewer are still checked', async () => {
    const address = newAddress()
    const before = await countOf(current)
    await usePlaces('verify', 238, address)
    const response = await post({ serials: `serial\n${current}\n${own}\n${NOBODYS}` }, address)
    const html = await response.text()
    expect([response.status, readHeading(html)]).toEqual([429, 'Too many checks from your network'])
    expect(html).toContain('these 3 serials')
    expect(html).toContain(`${current}\n${own}\n${NOBODYS}</textarea>`)
    expect(response.headers.get('x-ratelimit-remaining')).toBe('2')
    expect(await countOf(current)).toBe(before)
    expect((await post({ serials: `serial\n${current}\n${own}` }, address)).status).toBe(200)
    expect((await askApi(NOBODYS, { address })).status).toBe(429)
  })

  it('whoever sent too many lists: 429, which says that nothing of it was checked', async () => {
    const address = newAddress()
    await usePlaces('sent_list', 30, address)
    const response = await post({ serials: current }, address)
    const html = await response.text()
    expect([response.status, readHeading(html)]).toEqual([429, 'Too many checks from your network'])
    expect(html).toContain('This says nothing about the certificate.')
  })

  it('to say anything while the database is away: 503', async () => {
    const before = env()
    await closeDatabase()
    setEnv({ ...before, DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none' })
    try {
      const response = await post({ serials: `serial\n${current}\n${own}` })
      expect([response.status, readHeading(await response.text())]).toEqual([503, 'Could not check just now'])
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    } finally {
      await closeDatabase()
      setEnv(before)
    }
  })
})

describe('isolation', () => {
  it('one that cannot be determined says so in its row alone', async () => {
    const lost = await issueOne(await mintIssuer())
    const { retired } = await rotateServiceKey()
    const sound = await issueOne(await mintIssuer())
    // What the retired key signed can neither be believed nor refused from now on.
    await transaction((tx) => tx.query("UPDATE service_keys SET mac = 'AAAA' WHERE id = $1", [retired]))
    const response = await post({ serials: `${lost}\n${sound}` })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(rowsOf(html)).toEqual([
      [lost, 'undetermined', false],
      [sound, 'verified', true],
    ])
    expect(html).toContain('<strong>Could not check just now</strong>')
  })
})
