import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { passportHandle } from '@/lib/domain/passport/passport-handle'
import { withPeerAddress } from '@/lib/http/request-context'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { chooseCertificates } from '@/lib/service/passport/choose-certificates'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { deletePassport } from '@/lib/service/passport/delete-passport'
import { openPassport } from '@/lib/service/passport/open-passport'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { readHeading } from '@/test/expect-verdict'
import { newAddress } from '@/test/verify-requests'
import { GET } from './route'

const database = useServiceDatabase()
const NAME = 'Ana-Lucía Müller Nguyễn'
const SECRETS = { registrationNumber: 'REG-SECRET', email: 'secret@person.test' }
let issuer: Awaited<ReturnType<typeof mintIssuer>>
beforeAll(async () => {
  issuer = await mintIssuer()
})

function ask(handle: string, headers: Record<string, string> = {}, address = newAddress()): Promise<Response> {
  const request = new Request('https://verify.test/passport/-', { headers })
  return GET(withPeerAddress(request, address), { params: Promise.resolve({ handle }) })
}

async function htmlOf(handle: string, status = 200, headers?: Record<string, string>): Promise<string> {
  const response = await ask(handle, headers)
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  })
  return response.text()
}

const entries = (html: string) => [...html.matchAll(/data-status="(\w+)"/g)].map(([, status]) => status)

describe('the page of a passport', () => {
  it('says of each certificate what a check came to, and what all that does not show', async () => {
    const [good, ended, edited, withdrawn] = [
      await issueOne(issuer, SECRETS),
      await issueOne(issuer, { ...SECRETS, issuedAt: new Date('2024-01-01'), expiresAt: new Date('2025-01-01') }),
      await issueOne(issuer, SECRETS),
      await issueOne(issuer, SECRETS),
    ]
    const { handle } = await createPassportByOperator([good, ended, edited, withdrawn])
    await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
    await admin(`UPDATE certificates SET full_name = 'Forged Person' WHERE serial = '${edited}'`)
    const html = await htmlOf(handle)
    expect(entries(html)).toEqual(['verified', 'expired', 'invalid'])
    expect(readHeading(html)).toBe('Certificates shown by their holder')
    for (const part of [NAME, `href="/verify/${good}"`, 'Genuine and current', 'Expired', 'Fails its check'])
      expect(html).toContain(part)
    expect(html).toContain('It does not show that these certificates belong to one person')
    expect(html).toContain('href="/report"')
    expect(html).toContain('<template data-stale')
    for (const secret of ['REG-SECRET', 'secret@', 'Forged', withdrawn]) expect(html).not.toContain(secret)
    expect(/<head>.*<\/head>/.exec(html)?.[0]).not.toContain(NAME)
  })

  it('with the name hidden holds no name, serial, id or link to a certificate', async () => {
    const serial = await issueOne(issuer, SECRETS)
    const { handle, manageUrl } = await createPassportByOperator([serial])
    const lineageIds = (await openPassport(manageUrl))?.certificates.map(({ lineageId }) => lineageId) ?? []
    await chooseCertificates(manageUrl, { lineageIds, showName: false, published: true })
    const html = await htmlOf(handle)
    expect(entries(html)).toEqual(['verified'])
    for (const secret of [NAME, 'REG-SECRET', serial, '/verify/', ...lineageIds]) expect(html).not.toContain(secret)
    expect(html).toContain('The holder does not show the name.')
    expect(html).toContain('href="/report"')
    await chooseCertificates(manageUrl, { lineageIds, showName: true, published: true })
    expect(await htmlOf(handle)).toContain(`href="/report?serial=${serial}"`)
  })

  it('is one and the same for unknown, private, deleted and malformed handles', async () => {
    const [hidden, deleted] = [
      await createPassportByOperator([await issueOne(issuer)], { published: false }),
      await createPassportByOperator([await issueOne(issuer)]),
    ]
    await deletePassport(deleted.manageUrl, deleted.handle.slice(0, 4))
    const handles = [passportHandle(randomBytes(16)), hidden.handle, deleted.handle, 'x', 'ü\0', '\ud800']
    const pages = await Promise.all(handles.map((handle) => htmlOf(handle, 404)))
    expect(new Set(pages).size).toBe(1)
    expect(readHeading(pages[0] ?? '')).toBe('Nothing is shown here')
  })

  it('could not be checked where one certificate cannot: no verdict on any', async () => {
    const serials = [await issueOne(issuer), await issueOne(await mintIssuer())]
    const { handle } = await createPassportByOperator(serials)
    await admin(`CREATE TABLE kept AS SELECT * FROM issuer_signing_keys WHERE issuer_id = '${issuer.id}';
      DELETE FROM issuer_signing_keys WHERE issuer_id = '${issuer.id}'`)
    try {
      const html = await htmlOf(handle, 503)
      expect(readHeading(html)).toBe('Could not check just now')
      for (const word of [NAME, ...serials, 'data-status']) expect(html).not.toContain(word)
    } finally {
      await admin('INSERT INTO issuer_signing_keys SELECT * FROM kept; DROP TABLE kept')
    }
  })

  it('is not made ahead of its reader, and counts with the API', async () => {
    const { handle } = await createPassportByOperator([await issueOne(issuer)])
    expect(readHeading(await htmlOf(handle, 503, { 'sec-purpose': 'prefetch;prerender' }))).toBe('Not checked yet')
    const response = await ask(handle)
    expect(response.headers.get('x-ratelimit-limit')).toBe('180')
  })

  it('speaks the reader’s language', async () => {
    const { handle } = await createPassportByOperator([await issueOne(issuer)])
    const html = await htmlOf(handle, 200, { 'accept-language': 'ar' })
    expect(html).toContain('dir="rtl"')
    expect(readHeading(html)).toBe('شهادات يعرضها حاملها')
  })
})

async function admin(sql: string): Promise<void> {
  const client = new pg.Client(database.adminUrl)
  await client.connect()
  await client.query(`SET session_replication_role = replica; ${sql}`).finally(() => client.end())
}
