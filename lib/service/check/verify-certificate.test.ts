import { describe, expect, it } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { presentVerification } from './present-verification'
import { showCertificate } from './show-certificate'
import { verifyCertificate } from './verify-certificate'

async function verify(serial: string) {
  const checked = await verifyCertificate(serial)
  return checked && presentVerification(checked)
}

describe('verifyCertificate', () => {
  useServiceDatabase()

  it('says verified for a certificate as issued, however its serial is typed', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    for (const typed of [
      serial,
      serial.toLowerCase(),
      serial.replaceAll('-', ''),
      ` ${serial.replaceAll('-', ' – ')} `,
    ]) {
      const answer = await verify(typed)
      expect(answer?.verification).toMatchObject({ overall_status: 'verified', cryptographic_valid: true })
    }
    const answer = await verify(serial)
    expect(answer).toMatchObject({
      success: true,
      certificate: {
        serial,
        status: 'issued',
        revision: 1,
        expires_at: null,
        withdrawn_at: null,
        withdrawal_reason: null,
        recipient: { full_name: 'Ana-Lucía Müller Nguyễn', registration_number: 'REG-0418' },
        event: { title: 'Basic Safety Training', achievement: 'Passed with distinction', date: '2026-11-03' },
        issuer: {
          name: issuer.name,
          slug: issuer.slug,
          verified_domain: issuer.domain,
          assurance_label: 'Domain attested',
        },
        verification_url: `https://verify.test/verify/${serial}`,
      },
      replacement_certificate: null,
    })
    expect(answer?.verification.checks.map(({ id, result }) => [id, result])).toEqual([
      ['integrity', 'passed'],
      ['signature', 'passed'],
      ['issuer_key', 'passed'],
      ['status', 'passed'],
      ['issuer_standing', 'passed'],
      ['validity_period', 'not_applicable'],
    ])
  })

  it('leads from every corrected certificate to the current one', async () => {
    const first = await issueOne(await mintIssuer())
    const second = await correctCertificate(first, { fullName: 'Ana Lucía' }, { reason: 'name', actor: 'test' })
    const third = await correctCertificate(
      second.certificate.serial,
      { achievement: 'Passed' },
      { reason: 'grade', actor: 'test' },
    )
    for (const replaced of [first, second.certificate.serial]) {
      const answer = await verify(replaced)
      expect(answer?.verification.overall_status).toBe('superseded')
      expect(answer?.verification.cryptographic_valid).toBe(true)
      expect(answer?.replacement_certificate).toMatchObject({
        serial: third.certificate.serial,
        status: 'issued',
        revision: 3,
        recipient: { full_name: 'Ana Lucía' },
        event: { achievement: 'Passed' },
      })
    }
    expect((await verify(third.certificate.serial))?.verification.overall_status).toBe('verified')
    await withdrawCertificate(third.certificate.serial, { reason: 'test', publicReason: null, actor: 'test' })
    expect((await verify(first))?.replacement_certificate?.status).toBe('withdrawn')
  })

  it('says withdrawn from the next check on, with the reason that was given for the public', async () => {
    const serial = await issueOne(await mintIssuer())
    expect((await verify(serial))?.verification.overall_status).toBe('verified')
    await withdrawCertificate(serial, { reason: 'inside', publicReason: 'Issued in error.', actor: 'test' })
    const answer = await verify(serial)
    expect(answer?.verification).toMatchObject({ overall_status: 'withdrawn', cryptographic_valid: true })
    expect(answer?.certificate).toMatchObject({ status: 'withdrawn', withdrawal_reason: 'Issued in error.' })
    expect(answer?.certificate.withdrawn_at).not.toBeNull()
    expect(JSON.stringify(answer)).not.toContain('inside')
  })

  it('says expired past the end of validity, and suspended while the issuer is', async () => {
    const issuer = await mintIssuer()
    const past = { issuedAt: new Date('2020-01-01T00:00:00Z'), expiresAt: new Date('2021-01-01T23:59:59Z') }
    const expired = await issueOne(issuer, past)
    const current = await issueOne(issuer, { expiresAt: new Date('2120-01-01T00:00:00Z') })
    expect((await verify(expired))?.verification.overall_status).toBe('expired')
    expect((await verify(current))?.verification.overall_status).toBe('verified')
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    for (const serial of [expired, current]) {
      expect((await verify(serial))?.verification.overall_status).toBe('issuer_suspended')
    }
    await expect(issueOne(issuer)).rejects.toThrow(/suspended/)
    await expect(correctCertificate(current, { fullName: 'X Y' }, { reason: 'r', actor: 'test' })).rejects.toThrow(
      /suspended/,
    )
    await setIssuerStanding(issuer.slug, 'good', 'test')
    expect((await verify(current))?.verification.overall_status).toBe('verified')
  })

  it('carries no domain that was not verified when it was signed', async () => {
    const serial = await issueOne(await mintIssuer({ attested: false }))
    expect((await verify(serial))?.certificate.issuer).toMatchObject({
      verified_domain: '',
      assurance_label: 'Domain not verified',
    })
  })

  it('finds nothing for what names no certificate, however malformed', async () => {
    for (const text of ['', '\0', 'x'.repeat(10_000), '😀', '\ud800', '7K3M-9QXT-2VBD-8RWN', "' OR 1=1 --", '%00']) {
      expect(await verify(text)).toBeNull()
    }
  })

  it('counts each completed check once, on the certificate that was asked for', async () => {
    const first = await issueOne(await mintIssuer())
    const second = await correctCertificate(first, { fullName: 'B' }, { reason: 'r', actor: 'test' })
    await Promise.all(Array.from({ length: 40 }, () => verifyCertificate(first)))
    await verifyCertificate(second.certificate.serial)
    await verifyCertificate(first, { counted: false })
    expect((await showCertificate(second.certificate.serial)).check_count).toBe(41)
  })
})
