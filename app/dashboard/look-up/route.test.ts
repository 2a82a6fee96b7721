import { beforeAll, describe, expect, it } from 'vitest'
import { arrangeLookup, type LookupRow } from '@/lib/domain/desk/lookup-row'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { POST as BATCH } from './batch/route'
import { GET, POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson
let replaced: string
let current: string
let theirs: string

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  replaced = await issueOne(issuer)
  const by = { reason: 'Misspelled', actor: 'operator' }
  current = (await correctCertificate(replaced, { fullName: 'Ana Müller' }, by)).certificate.serial
  theirs = await issueOne(await mintIssuer())
})

const table = (html: string) => (/<tbody>.*<\/tbody>/s.exec(html) ?? [''])[0]

async function send(form: Record<string, string>): Promise<Response> {
  return owner.browser.visit(POST, '/dashboard/look-up', { form })
}

async function batch(body: unknown, headers: Record<string, string> = {}, browser = owner.browser): Promise<Response> {
  return browser.visit(BATCH, '/dashboard/look-up/batch', { json: body, headers })
}

async function rowsOf(serials: string[]): Promise<LookupRow[]> {
  return ((await (await batch({ serials })).json()) as { rows: LookupRow[] }).rows
}

describe('answers', () => {
  it('shows the form, and the whole table without JavaScript', async () => {
    expect((await owner.browser.visit(GET, '/dashboard/look-up')).status).toBe(200)
    const html = table(await (await send({ serials: `${replaced.toLowerCase()}\n${theirs}\nNEVER-THERE` })).text())
    expect(html).toContain(current)
    expect(html.match(/Not found/g)).toHaveLength(2)
    expect(html).toMatch(
      /superseded">Replaced<\/span> <span class="onward">→<\/span> <span class="status-word verified">Verified</,
    )
  })

  it('reads a serial with points or by ear, and only one of the issuer itself', async () => {
    const [points, ear] = [current.toLowerCase().replaceAll('-', '.'), current.replaceAll('-', ':')]
    expect(table(await (await send({ serials: `${points}\n${replaced}` })).text())).toContain(`>${current}</bdi>`)
    expect(table(await (await send({ serials: `${ear}\n${replaced}` })).text())).toContain(`>${current}</bdi>`)
    const [own, other] = await rowsOf([points, theirs.replaceAll('-', '.')])
    expect([own?.serial, own?.status]).toEqual([current, 'verified'])
    expect([other?.serial, other?.found]).toEqual([theirs.replaceAll('-', '.'), false])
  })

  it('takes a file, filters, and exports cells that no spreadsheet runs', async () => {
    const body = new FormData()
    body.set('file', new File([`name,serial\nAna,${replaced}\nx,=1+1\n`], 'x.csv'))
    body.set('as', 'csv')
    const answer = await owner.browser.visit(POST, '/dashboard/look-up', { upload: body })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const text = await answer.text()
    expect(text).toContain(`"${replaced}","yes","superseded","${current}","${replaced}","0","","verified"`)
    expect(text).toContain(`"'=1+1","no"`)
    const shown = table(await (await send({ serials: `${replaced}\nNEVER-THERE`, show: 'not_found' })).text())
    expect(shown).not.toContain(replaced)
  })

  it('reads what was pasted beside a file too, each serial once', async () => {
    const body = new FormData()
    body.set('file', new File([`name,serial\nAna,${replaced}\n`], 'x.csv'))
    body.set('serials', `${theirs}\n${replaced.toLowerCase()}`)
    body.set('as', 'csv')
    const answer = await owner.browser.visit(POST, '/dashboard/look-up', { upload: body })
    const lines = (await answer.text()).trim().split(/\r?\n/).slice(1)
    expect(lines.map((line) => line.split(',', 1)[0])).toEqual([`"${replaced}"`, `"${theirs}"`])
  })

  it('says that a file is none that it can read, and keeps what was pasted beside it', async () => {
    const upload = new FormData()
    upload.set('file', new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 1, 2, 3])], 'list.doc'))
    upload.set('serials', 'NS/2024/0042')
    const answer = await owner.browser.visit(POST, '/dashboard/look-up', { upload })
    const page = await answer.text()
    expect([answer.status, page.includes('<td')]).toEqual([400, false])
    expect(page).toContain('NS/2024/0042</textarea>')
  })

  it('says of each serial of a chain what it is itself, and what the current one is', async () => {
    const chain = [await issueOne(issuer)]
    for (const fullName of ['Bo Öz', 'Bo Özil']) {
      const by = { reason: 'Misspelled', actor: 'operator' }
      chain.push((await correctCertificate(chain.at(-1) ?? '', { fullName }, by)).certificate.serial)
    }
    await withdrawCertificate(chain[2] ?? '', { reason: 'x', publicReason: null, actor: 'operator' })
    const rows = await rowsOf([...chain, chain[0]?.toLowerCase().replaceAll('-', ' ') ?? '', current])
    expect(rows.map((row) => [row.status, row.currentStatus, row.current])).toEqual([
      ['superseded', 'withdrawn', chain[2]],
      ['superseded', 'withdrawn', chain[2]],
      ['withdrawn', '', chain[2]],
      ['verified', '', current],
    ])
    expect(arrangeLookup(rows, 'not_verified', 'sent')).toHaveLength(3)
  })

  it('answers hundreds of the script, and counts nothing', async () => {
    const rows = await rowsOf([replaced, theirs])
    expect(rows.map(({ found, status }) => [found, status])).toEqual([
      [true, 'superseded'],
      [false, 'not_found'],
    ])
    expect(rows[0]).toMatchObject({ current, currentStatus: 'verified', currentStatusText: 'Verified' })
    expect((await workingPool().query('SELECT 1 FROM certificate_checks')).rowCount).toBe(0)
  })

  it('says when it was last checked in the same words with the script and without', async () => {
    const serial = await issueOne(issuer)
    await verifyCertificate(serial)
    const [row] = await rowsOf([serial])
    expect(row?.lastCheckedText).toMatch(/^\d{1,2} \p{L}+ \d{4}, \d\d:\d\d$/u)
    const moment = `">${row?.lastCheckedText}</time>`
    const shown = table(await (await send({ serials: serial })).text())
    expect(shown).toContain(`<time dateTime="${row?.lastCheckedAt}"`)
    expect(shown).toContain(moment)
  })
})

describe('refuses', () => {
  it('nothing, and more than 10,000, in a sentence', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => `S/${index}`).join('\n')
    for (const [serials, sentence] of [
      [' ', 'at least one'],
      [many, 'more than 10,000'],
      [';'.repeat(300_000), 'more than 10,000'],
    ] as const) {
      const body = new FormData()
      body.set('serials', serials)
      const answer = await owner.browser.visit(POST, '/dashboard/look-up', { upload: body })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain(sentence)
    }
  })

  it('a hundred and one at once, another origin, and nobody', async () => {
    expect((await batch({ serials: Array.from({ length: 101 }, () => 'x') })).status).toBe(400)
    expect((await batch({ serials: ['x'] }, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await batch({ serials: ['x'] }, {}, new DeskBrowser())).status).toBe(303)
  })
})

it('counts what is searched here among the lists of its address, by its length', async () => {
  const long = async () => (await send({ serials: 'x\n'.repeat(500_000) })).status
  const answers = [await long(), await long(), await long()]
  expect([answers[0], answers[2]]).toEqual([400, 429])
})
