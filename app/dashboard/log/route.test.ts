import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { coverLeaf } from '@/lib/domain/log/make-leaf'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { fillLog } from '@/lib/service/log/fill-log'
import { transaction, workingPool } from '@/lib/store/database/database'
import { compareLog } from '@/lib/store/log/compare-log'
import { insertPendingLeaves } from '@/lib/store/log/pending/pending-leaf'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as START } from '../route'
import { GET } from './route'

const folder = mkdtempSync(join(tmpdir(), 'desk-log-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const settings = { TRUSTED_PROXIES: '', LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal') }
const database = useServiceDatabase(settings, 'owner')

const read = async ({ browser }: MintedPerson) => (await browser.visit(GET, '/dashboard/log')).text()
const readStart = async ({ browser }: MintedPerson) => (await browser.visit(START, '/dashboard')).text()
const ALARM = /belongs? to no certificate here/

describe('the public log at the desk', () => {
  it('counts the issuer’s own entries, and says where one has no certificate here', async () => {
    const [issuer, other] = [await mintIssuer(), await mintIssuer()]
    const [reader, stranger] = [await mintPerson(issuer, 'owner'), await mintPerson(other, 'owner')]
    expect(await read(reader)).toContain('This service keeps no public log.')

    const [kept, withdrawn, erased] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    expect([kept, withdrawn, erased].every(Boolean)).toBe(true)
    await fillLog()
    const filled = await read(reader)
    expect(filled).toContain('3 entries in your name')
    expect(filled).toContain('Each of them belongs to a certificate')
    expect(filled).toContain(`--issuer ${issuer.did}`)
    expect(filled).toMatch(/log verify\.test\/log\+[0-9a-f]{8}\+\S+ .*quorum none/)
    expect(filled).not.toMatch(ALARM)
    const options = { reason: 'Example', actor: 'test' }
    await withdrawCertificate(withdrawn, { ...options, publicReason: null })
    await eraseCertificate(erased, options)
    const changed = await read(reader)
    expect(await readStart(reader)).not.toMatch(ALARM)
    // A change has its own leaf and a cover.
    expect(changed).toContain('7 entries in your name')
    expect(changed).not.toMatch(ALARM)
    expect(await read(stranger)).toMatch(/0 entries in your name/)

    // Somebody with the database and the keys issued, and took the record away again.
    const strange = { kind: 'event' as const, subject: randomUUID(), place: 1, part: 0, salt: null }
    await transaction((tx) =>
      insertPendingLeaves(tx, [{ ...strange, leaf: coverLeaf(issuer.id, Date.parse('2026-11-20T10:00:00Z')) }]),
    )
    await fillLog()
    const alarmed = await read(reader)
    expect(alarmed).toContain('One entry in your name belongs to no certificate here.')
    expect(alarmed).toContain('<time dateTime="2026-11-20T10:00:00.000Z"')
    expect(alarmed).not.toContain('Each of them belongs to a certificate')
    expect(await read(stranger)).not.toMatch(ALARM)
    expect(await readStart(reader)).toMatch(ALARM)
    expect(await readStart(stranger)).not.toMatch(ALARM)

    // Or gave its leaf out for another of a certificate that is here: none of these has a leaf more.
    await database.asOwner('ALTER TABLE log_leaves DISABLE TRIGGER log_leaves_append_only')
    const lineageOf = (serial: string) =>
      `(SELECT lineage_id FROM certificates WHERE serial_key = '${serial.replaceAll('-', '')}')`
    for (const [serial, place, part] of [
      [kept, 1, 1],
      [kept, 2, 0],
      [withdrawn, 1, 2],
      [withdrawn, 2, 2],
      [withdrawn, 3, 0],
    ] as const) {
      const named = `subject = ${lineageOf(serial)}, place = ${place}, part = ${part}`
      await database.asOwner(`UPDATE log_leaves SET ${named} WHERE log_index = (SELECT max(log_index) FROM log_leaves)`)
      expect([await read(reader), await readStart(reader)], named).toEqual(Array(2).fill(expect.stringMatching(ALARM)))
    }
    await database.asOwner(`UPDATE log_leaves SET subject = '${strange.subject}', place = 1, part = 0
      WHERE log_index = (SELECT max(log_index) FROM log_leaves)`)

    // And out of the log’s own table as well: what was published stays published.
    await database.asOwner(`DELETE FROM log_leaves WHERE subject = '${strange.subject}'`)
    expect(await read(reader)).not.toMatch(ALARM)
    await compareLog(workingPool(), 0)
    expect(await readStart(reader)).toMatch(ALARM)
    const compared = await read(reader)
    expect(compared).toContain('8 entries in your name')
    expect(compared).toContain('One entry in your name belongs to no certificate here.')
  })

  it('lists thirty days at a time', async () => {
    const issuer = await mintIssuer()
    const reader = await mintPerson(issuer, 'owner')
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
    const days = Array.from({ length: 40 }, (_, back) => Date.parse('2026-11-20T10:00:00Z') - back * 86_400_000)
    await transaction((tx) =>
      insertPendingLeaves(
        tx,
        days.map((at) => ({
          ...{ kind: 'event' as const, subject: randomUUID(), place: 1, part: 0, salt: null },
          leaf: coverLeaf(issuer.id, at),
        })),
      ),
    )
    await fillLog()
    const listed = (html: string) =>
      [...html.slice(html.indexOf('Entries by day')).matchAll(/<time dateTime="(\d{4}-\d\d-\d\d)/g)].map(
        ([, day]) => day,
      )
    const newest = await read(reader)
    const wanted = days.map(dayOf)
    expect(listed(newest).slice(0, 30)).toEqual(wanted.slice(0, 30))
    expect(newest).not.toContain('<details open')
    const [older = ''] = /\/dashboard\/log\?before=[\d-]+/.exec(newest) ?? []
    const rest = await (await reader.browser.visit(GET, older)).text()
    expect([listed(rest).slice(0, 10), rest.includes('?before=')]).toEqual([wanted.slice(30), false])
    expect(rest).toContain('Back to the newest')
    expect(rest).toContain('<details open')
  })
})
