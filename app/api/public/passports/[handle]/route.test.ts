import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PassportAnswer } from '@/lib/contract/passport'
import { passportHandle } from '@/lib/domain/passport/passport-handle'
import { parseEnv } from '@/lib/env'
import { LIMITS } from '@/lib/http/limits/limits'
import { loadReach } from '@/lib/http/limits/reach'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { chooseCertificates } from '@/lib/service/passport/choose-certificates'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { deletePassport } from '@/lib/service/passport/delete-passport'
import { openPassport } from '@/lib/service/passport/open-passport'
import { replaceHandle } from '@/lib/service/passport/replace-handle'
import { workingPool } from '@/lib/store/database/database'
import { sumLineageChecks } from '@/lib/store/limits/check-counts'
import { forgetLookedFor } from '@/lib/store/records/looked-for'
import { addRow, changeRows } from '@/test/database/sealed-rows'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { whileLost } from '@/test/database/while-lost'
import { askPassport } from '@/test/desk/passport-requests'
import { usePlaces } from '@/test/endpoint-fixture'
import { newAddress } from '@/test/verify-requests'

const database = useServiceDatabase()

const NAME = 'Ana-Lucía Müller Nguyễn'
const REASONS = { reason: 'test', publicReason: null, actor: 'test' }
const make = (...serials: string[]) => createPassportByOperator(serials)
let issuer: Awaited<ReturnType<typeof mintIssuer>>

beforeAll(async () => {
  issuer = await mintIssuer()
})

async function shown(handle: string): Promise<PassportAnswer['passport']> {
  const response = await askPassport(handle)
  expect(response.status).toBe(200)
  return ((await response.json()) as PassportAnswer).passport
}

const statuses = async (handle: string) =>
  (await shown(handle)).certificates.map(({ serial, overall_status }) => [serial, overall_status])

describe('answers', () => {
  it('with the chosen certificates, as their issuers signed them', async () => {
    const serials = [await issueOne(issuer), await issueOne(await mintIssuer(), { eventTitle: 'First Aid' })]
    const { handle } = await make(...serials)
    const response = await askPassport(handle)
    expect(await response.json()).toEqual({
      success: true,
      passport: {
        handle,
        name: NAME,
        name_shown: true,
        verified_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        certificates: [
          {
            serial: serials[0],
            overall_status: 'verified',
            name: NAME,
            event: { title: 'Basic Safety Training', achievement: 'Passed with distinction', date: '2026-11-03' },
            issuer: {
              name: issuer.name,
              slug: issuer.slug,
              verified_domain: issuer.domain,
              assurance_label: 'Domain attested',
            },
            verification_url: `https://verify.test/verify/${serials[0]}`,
          },
          expect.objectContaining({
            serial: serials[1],
            event: expect.objectContaining({ title: 'First Aid' }) as object,
          }),
        ],
      },
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'x-ratelimit-limit': '180',
    })
  })

  it('a withdrawn one disappears at once, and a corrected one stands as its correction', async () => {
    const [kept, withdrawn, replaced] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    const { handle } = await make(kept, withdrawn, replaced)
    await withdrawCertificate(withdrawn, REASONS)
    const { certificate } = await correctCertificate(
      replaced,
      { achievement: 'Passed' },
      { reason: 'x', actor: 'test' },
    )
    expect(await statuses(handle)).toEqual([
      [kept, 'verified'],
      [certificate.serial, 'verified'],
    ])
    await withdrawCertificate(certificate.serial, REASONS)
    expect(await statuses(handle)).toEqual([[kept, 'verified']])
  })

  it('one that expired, and one of a suspended issuer, say so', async () => {
    const other = await mintIssuer()
    const ended = await issueOne(issuer, { issuedAt: new Date('2024-01-01'), expiresAt: new Date('2025-01-01') })
    const suspended = await issueOne(other)
    const { handle } = await make(ended, suspended)
    await setIssuerStanding(other.slug, 'suspended', 'test')
    expect(await statuses(handle)).toEqual([
      [ended, 'expired'],
      [suspended, 'issuer_suspended'],
    ])
  })

  it('one that fails its check is said to, and shows nothing', async () => {
    const [good, edited] = [await issueOne(issuer), await issueOne(issuer)]
    const { handle } = await make(good, edited)
    await admin(`UPDATE certificates SET full_name = 'Forged Person' WHERE serial = '${edited}'`)
    const { certificates, name } = await shown(handle)
    expect(name).toBe(NAME)
    expect(certificates[1]).toEqual({
      serial: edited,
      overall_status: 'invalid',
      name: null,
      event: { title: '', achievement: '', date: null },
      issuer: { name: '', slug: '', verified_domain: '', assurance_label: '' },
      verification_url: null,
    })
  })

  it('names nobody where the names differ, but each certificate its own', async () => {
    const { handle } = await make(await issueOne(issuer), await issueOne(issuer, { fullName: 'Ana Müller' }))
    const { name, name_shown: nameShown, certificates } = await shown(handle)
    expect([name, nameShown, ...certificates.map((one) => one.name)]).toEqual([null, true, NAME, 'Ana Müller'])
  })

  it('counts no check', async () => {
    const serial = await issueOne(issuer)
    const { handle } = await make(serial)
    await shown(handle)
    const checked = await checkCertificate(serial)
    if (checked?.judgement.certificate.kind !== 'genuine') throw new Error('not genuine')
    expect((await sumLineageChecks(checked.judgement.certificate.row.lineageId)).checkCount).toBe(0)
  })
})

describe('refuses', () => {
  it('no handle as unknown while the row of a passport is lost', async () => {
    const { handle, manageUrl } = await make(await issueOne(issuer))
    await whileLost(database.adminUrl, ['passports', `WHERE handle = '${handle}'`], async () => {
      forgetLookedFor()
      expect((await askPassport(handle)).status).toBe(503)
      await expect(openPassport(manageUrl)).rejects.toMatchObject({ code: 'unavailable' })
    })
    forgetLookedFor()
    expect((await askPassport(handle)).status).toBe(200)
    await deletePassport(manageUrl, handle.slice(0, 4))
    expect((await askPassport(handle)).status).toBe(404)
  })

  it('unknown, private, deleted, replaced and malformed handles with the very same answer', async () => {
    const [hidden, deleted, replaced] = [
      await make(await issueOne(issuer)),
      await make(await issueOne(issuer)),
      await make(await issueOne(issuer)),
    ]
    await chooseCertificates(hidden.manageUrl, { lineageIds: [], showName: true, published: false })
    await deletePassport(deleted.manageUrl, deleted.handle.slice(0, 4))
    await replaceHandle(replaced.manageUrl, replaced.handle)
    const handles = [hidden, deleted, replaced].map(({ handle }) => handle)
    const malformed = ['manage', '', 'x\0', '..', 'ü', handles[2]?.toUpperCase() ?? '', 'a'.repeat(10_000)]
    const answers = await Promise.all(
      [passportHandle(randomBytes(16)), ...handles, ...malformed].map(async (handle) => {
        const response = await askPassport(handle)
        const headers = Object.entries(Object.fromEntries(response.headers))
        const own = headers.filter(([name]) => name !== 'x-request-id' && name !== 'x-ratelimit-reset')
        return JSON.stringify([response.status, own, await response.text()])
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^\[404,.*"x-robots-tag","noindex".*There is no passport at this address/)
  })

  it('as a whole where one certificate cannot be determined', async () => {
    const serials = [await issueOne(issuer), await issueOne(await mintIssuer())]
    const { handle } = await make(...serials)
    await admin(`CREATE TABLE kept AS SELECT * FROM issuer_signing_keys WHERE issuer_id = '${issuer.id}';
      DELETE FROM issuer_signing_keys WHERE issuer_id = '${issuer.id}'`)
    try {
      const response = await askPassport(handle)
      const body = await response.text()
      expect([response.status, response.headers.get('x-robots-tag')]).toEqual([503, 'noindex'])
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      for (const word of [...serials, NAME, 'First']) expect(body).not.toContain(word)
    } finally {
      await admin('INSERT INTO issuer_signing_keys SELECT * FROM kept; DROP TABLE kept')
    }
    expect(await statuses(handle)).toHaveLength(2)
  })

  it('as a whole where a certificate is gone: it must not read as withdrawn', async () => {
    const { handle } = await make(await issueOne(issuer))
    const ofPassport = 'passport_id = (SELECT id FROM passports WHERE handle = $1)'
    await changeRows('passport_certificates', ofPassport, handle, { chosen: true, lineageId: randomUUID() })
    expect((await askPassport(handle)).status).toBe(503)
  })

  it('what a browser asks for ahead of its reader', async () => {
    const { handle } = await make(await issueOne(issuer))
    expect((await askPassport(handle, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(503)
  })

  it('from countries that are not served, whether there is such a passport or not', async () => {
    const { handle } = await make(await issueOne(issuer))
    const geoip = 'test/data/geoip/'
    const databases = {
      GEOIP_COUNTRY_DB: `${geoip}GeoLite2-Country-Test.mmdb`,
      GEOIP_ANONYMOUS_DB: `${geoip}GeoIP2-Anonymous-IP-Test.mmdb`,
    }
    await loadReach(parseEnv({ SERVED_COUNTRIES: 'SE', ...databases }))
    try {
      for (const asked of [handle, passportHandle(randomBytes(16))]) {
        const response = await askPassport(asked)
        expect([response.status, response.headers.get('location')]).toEqual([307, '/not-available'])
        expect(await response.text()).not.toContain(NAME)
      }
    } finally {
      await loadReach(parseEnv({}))
    }
  })

  it('past its limit', async () => {
    const address = newAddress()
    await usePlaces('passport', LIMITS.passport.limit - 1, address)
    expect((await askPassport('x', { address })).status).toBe(404)
    const response = await askPassport('x', { address })
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([429, 'no-referrer'])
  })
})

describe('isolation', () => {
  const PRIVATE = { registrationNumber: 'REG-SECRET', email: 'secret@person.test' }

  /** Body and headers of the answer. */
  async function everything(handle: string): Promise<string> {
    const response = await askPassport(handle)
    return `${await response.text()}\n${JSON.stringify([...response.headers])}`
  }

  it('never shows a registration number, an e-mail or a certificate that was not chosen', async () => {
    const [chosen, other] = [await issueOne(issuer, PRIVATE), await issueOne(issuer, PRIVATE)]
    const { handle, manageUrl } = await make(chosen, other)
    const { certificates } = (await openPassport(manageUrl)) ?? { certificates: [] }
    const lineageIds = certificates.filter(({ serial }) => serial === chosen).map(({ lineageId }) => lineageId)
    await chooseCertificates(manageUrl, { lineageIds, showName: true, published: true })
    const text = await everything(handle)
    expect(text).toContain(chosen)
    for (const secret of [other, 'REG-SECRET', 'secret@person.test', ...certificates.map((one) => one.lineageId)])
      expect(text).not.toContain(secret)
  })

  it('with the name hidden nothing leads to it: no name, serial, id or link', async () => {
    const serials = [await issueOne(issuer, PRIVATE), await issueOne(issuer, PRIVATE)]
    await admin(`UPDATE certificates SET full_name = 'Forged Person' WHERE serial = '${serials[1]}'`)
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM certificates WHERE serial = ANY($1)', [
      serials,
    ])
    const kept = [await issueOne(issuer, PRIVATE)]
    const { handle, manageUrl } = await make(...kept)
    const { certificates } = (await openPassport(manageUrl)) ?? { certificates: [] }
    const lineageIds = certificates.map(({ lineageId }) => lineageId)
    await chooseCertificates(manageUrl, { lineageIds, showName: false, published: true })
    const { rows: places } = await workingPool().query<{ passportId: string; lineageId: string; issuerId: string }>(
      `SELECT p.id AS "passportId", c.lineage_id AS "lineageId", c.issuer_id AS "issuerId" FROM passports p, certificates c
       WHERE p.handle = $1 AND c.serial = $2`,
      [handle, serials[1]],
    )
    await addRow('passport_certificates', { ...places[0], chosen: true })
    const text = await everything(handle)
    const ids = rows.map(({ id }) => id)
    for (const secret of [
      NAME,
      'Forged',
      'REG-SECRET',
      'secret@',
      '/verify/',
      ...kept,
      ...serials,
      ...ids,
      ...lineageIds,
    ])
      expect(text).not.toContain(secret)
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({
      passport: {
        name: null,
        name_shown: false,
        certificates: [
          { serial: null, name: null, verification_url: null, overall_status: 'verified' },
          { serial: null, name: null, verification_url: null, overall_status: 'invalid' },
        ],
      },
    })
  })
})

/** As the superuser, whom no trigger and no foreign key hinders. */
async function admin(sql: string): Promise<void> {
  const client = new pg.Client(database.adminUrl)
  await client.connect()
  await client.query(`SET session_replication_role = replica; ${sql}`).finally(() => client.end())
}
