import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { parseCompactJws } from '@/lib/crypto/signature/compact-jws'
import { serialKey } from '@/lib/domain/certificate/serial'
import { didDocument } from '@/lib/domain/issuer/did-document'
import { env, setEnv } from '@/lib/env'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { verifyFingerprint } from '@/lib/service/check/verify-document'
import { examineResigning } from '@/lib/service/doctor/examine-resigning'
import { getManifest, getManifestByFingerprint } from '@/lib/service/files/describe-artifacts'
import { getCertificateJpeg, getCertificatePdf, getSignedCredential } from '@/lib/service/files/get-certificate-file'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { heldForms, verifiedOutside } from '@/test/badges/outside-verifier'
import { LockQueue } from '@/test/database/lock-queue'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { signedPart, verdictOn } from '@/test/verdicts'
import { correctCertificate } from './correct-certificate'
import { resignCertificates } from './resign-certificates'
import { withdrawCertificate } from './withdraw-certificate'

const ALL = ['vcJwt', 'openBadgeJwt', 'openBadgeJsonld']
const NOTHING = { withdrawn: 0, superseded: 0, goodKey: 0 }
const resign = ({ slug }: StoredIssuer) => resignCertificates(slug, 'test')
const payloadOf = (jwt = '') => parseCompactJws(jwt)?.payload.toString('utf8')

async function outcome(serial: string): Promise<string> {
  const verdict = await verdictOn(serial)
  return typeof verdict === 'object' ? verdict.verification.overall_status : verdict
}

async function published(issuer: StoredIssuer) {
  const { did, keys } = await getIssuerKeys(issuer.id)
  return didDocument(did, keys)
}

async function signedAt(serial: string): Promise<number> {
  const { rows } = await workingPool().query<{ recorded_at: Date }>(
    'SELECT recorded_at FROM certificates WHERE serial_key = $1',
    [serialKey(serial)],
  )
  return rows[0]?.recorded_at.getTime() ?? Number.NaN
}

/** Compromises the key in use since one millisecond after this certificate was signed, or since its very moment. */
async function compromise(issuer: StoredIssuer, serial: string, after = 1): Promise<void> {
  const { keys } = await listSigningKeys(issuer.slug)
  const active = keys.find(({ state }) => state === 'active')
  await compromiseIssuerKey(issuer.slug, active?.id ?? '', (await signedAt(serial)) + after, 'test')
}

const database = useServiceDatabase()
let issuer: StoredIssuer
beforeEach(async () => {
  issuer = await mintIssuer()
})

describe('resignCertificates', () => {
  it('signs the same credential with the new keys, which others verify again', async () => {
    const serial = await issueOne(issuer, { expiresAt: new Date('2120-01-01T00:00:00Z') })
    const before = await verdictOn(serial)
    await compromise(issuer, serial)
    expect(await verdictOn(serial)).toEqual(before)
    expect(await verifiedOutside((await heldForms(serial))[0], await published(issuer))).toEqual([])
    expect(await resign(issuer)).toEqual({ resigned: 1, skipped: NOTHING, refused: [] })
    const [old, fresh, ...others] = await heldForms(serial)
    expect(others).toEqual([])
    expect(await verifiedOutside(old, await published(issuer))).toEqual([])
    expect(await verifiedOutside(fresh, await published(issuer))).toEqual(ALL)
    // Everything that is signed is what was signed: id, serial, dates, subject, place in the status list.
    expect(payloadOf(fresh?.vcJwt)).toBe(payloadOf(old?.vcJwt))
    expect(payloadOf(fresh?.openBadgeJwt)).toBe(payloadOf(old?.openBadgeJwt))
    expect(signedPart(await verdictOn(serial))).toEqual(signedPart(before))
    expect((await getSignedCredential(serial)).sha256).toBe(sha256Hex(fresh?.vcJwt ?? ''))
    expect((await showCertificate(serial)).events).toMatchObject([
      { type: 'issued', serial },
      { type: 'resigned', serial, actor: 'test' },
    ])
    expect(await resign(issuer)).toEqual({ resigned: 0, skipped: { ...NOTHING, goodKey: 1 }, refused: [] })
  })

  it('counts by the first signing where the next key is stolen too: such certificates wait to be signed again', async () => {
    const serial = await issueOne(issuer)
    await compromise(issuer, serial)
    expect(await resign(issuer)).toMatchObject({ resigned: 1 })
    const before = await verdictOn(serial)
    const { keys } = await listSigningKeys(issuer.slug)
    const active = keys.find(({ state }) => state === 'active')
    const since = (await signedAt(serial)) + 1
    const { certificates } = await compromiseIssuerKey(issuer.slug, active?.id ?? '', since, 'test')
    expect(certificates).toEqual({ before: 1, after: 0 })
    expect(await verdictOn(serial)).toEqual(before)
    const message: unknown = expect.stringContaining(`: 1. Run: certs issuer resign ${issuer.slug}`)
    expect(await examineResigning()).toContainEqual({ id: 'certificates', result: 'warning', message })
  })

  it('makes a new PDF with the new credential inside, and knows every earlier file', async () => {
    const serial = await issueOne(issuer)
    const old = await issuedPdf(serial)
    const oldJpeg = await getCertificateJpeg(serial)
    await compromise(issuer, serial)
    await resign(issuer)
    const { bytes, sha256 } = await getCertificatePdf(serial)
    expect(sha256).not.toBe(sha256Hex(old))
    expect(Buffer.from(bytes).equals(await issuedPdf(serial))).toBe(true)
    const [first, second] = await heldForms(serial)
    const earlier = [old, ...Object.values(first ?? {})].map(sha256Hex)
    const current = [bytes, ...Object.values(second ?? {})].map((file) => sha256Hex(file))
    const { artifacts } = await getManifest(serial)
    for (const [hashes, state] of [
      [earlier, 'earlier'],
      [current, 'current'],
    ] as const) {
      for (const hash of hashes) {
        const listed = artifacts.filter((artifact) => artifact.sha256 === hash)
        expect(listed).toMatchObject([{ state }])
        expect(listed[0]?.size).toBeGreaterThan(500)
        expect(listed[0]?.url === null || state === 'current').toBe(true)
        expect((await getManifestByFingerprint(hash)).matched_artifact).toEqual(listed[0])
        const found = await verifyFingerprint(hash)
        expect(found).toMatchObject({ overallStatus: 'verified', document: { match: 'exact' } })
      }
    }
    expect(artifacts).toHaveLength(9)
    // The page is the same, and so is its picture.
    expect((await getCertificateJpeg(serial)).sha256).toBe(oldJpeg.sha256)
    // Known from then on: nothing is written for who asks again.
    const queue = await LockQueue.hold(database.url, 'LOCK TABLE artifacts IN SHARE ROW EXCLUSIVE MODE', [])
    expect((await getCertificateJpeg(serial)).sha256).toBe(oldJpeg.sha256)
    await queue.release()
  })

  it('takes only what was signed before the moment, and says why it refuses the rest', async () => {
    const [first, last] = [await issueOne(issuer), await issueOne(issuer)]
    await compromise(issuer, last, 0)
    const fresh = await issueOne(issuer)
    const error = expect.stringMatching(/^It was signed at or after the moment .* Issue it anew/) as string
    const refused = [{ serial: last, error }]
    expect(await resign(issuer)).toEqual({ resigned: 1, skipped: { ...NOTHING, goodKey: 1 }, refused })
    expect([await outcome(first), await outcome(last), await outcome(fresh)]).toEqual([
      ...['verified', 'invalid', 'verified'],
    ])
    expect(await heldForms(last)).toHaveLength(1)
  })

  it('leaves withdrawn and replaced ones, other keys’ and other issuers’ certificates as they are', async () => {
    const other = await mintIssuer()
    await issueOne(other)
    const older = await issueOne(issuer)
    await rotateIssuerKeys(issuer.slug, 'test')
    const [withdrawn, replaced] = [await issueOne(issuer), await issueOne(issuer)]
    await withdrawCertificate(withdrawn, { reason: 'r', publicReason: null, actor: 'test' })
    const { certificate } = await correctCertificate(replaced, { fullName: 'B' }, { reason: 'r', actor: 'test' })
    await compromise(issuer, certificate.serial)
    expect(await resign(issuer)).toEqual({
      resigned: 1,
      skipped: { withdrawn: 1, superseded: 1, goodKey: 1 },
      refused: [],
    })
    for (const serial of [withdrawn, replaced, older]) expect(await heldForms(serial)).toHaveLength(1)
    expect([await outcome(withdrawn), await outcome(replaced), await outcome(older)]).toEqual([
      ...['withdrawn', 'superseded', 'verified'],
    ])
    expect(await verifiedOutside((await heldForms(certificate.serial))[1], await published(issuer))).toEqual(ALL)
    // Corrected and withdrawn afterwards as any other.
    const next = await correctCertificate(certificate.serial, { fullName: 'C' }, { reason: 'r', actor: 'test' })
    await withdrawCertificate(next.certificate.serial, { reason: 'r', publicReason: null, actor: 'test' })
    expect(await outcome(certificate.serial)).toBe('superseded')
  })

  it('refuses what fails its check, and goes on', async () => {
    const [bad, good] = [await issueOne(issuer), await issueOne(issuer)]
    await compromise(issuer, good)
    await workingPool().query("UPDATE certificates SET full_name = 'Another' WHERE serial = $1", [bad])
    const error = 'It fails its check. Nothing is made of it.'
    expect(await resign(issuer)).toMatchObject({ resigned: 1, refused: [{ serial: bad, error }] })
    expect(await heldForms(bad)).toHaveLength(1)
  })

  it('measures every key against the first signing, also one that was compromised before it signed again', async () => {
    const serial = await issueOne(issuer)
    await compromise(issuer, serial)
    await resign(issuer)
    // The new key is compromised since before it signed again.
    await compromise(issuer, serial)
    expect(await outcome(serial)).toBe('verified')
    expect(await resign(issuer)).toMatchObject({ resigned: 1, refused: [] })
    expect(await outcome(serial)).toBe('verified')
  })

  it('signs again after each compromise', async () => {
    const serial = await issueOne(issuer)
    for (const signings of [2, 3]) {
      const { keys } = await listSigningKeys(issuer.slug)
      const active = keys.find(({ state }) => state === 'active')
      const { rows } = await workingPool().query<{ now: Date }>('SELECT clock_timestamp() AS now')
      await compromiseIssuerKey(issuer.slug, active?.id ?? '', rows[0]?.now.getTime() ?? 0, 'test')
      expect((await resign(issuer)).resigned).toBe(1)
      expect(await heldForms(serial)).toHaveLength(signings)
      expect(await outcome(serial)).toBe('verified')
    }
    expect(
      (await getManifest(serial)).artifacts.filter(({ type }) => type === 'vc+jwt').map(({ state }) => state),
    ).toEqual(['current', 'earlier', 'earlier'])
  })

  it('does no harm when it runs twice at once', async () => {
    const serials = await Promise.all(Array.from({ length: 6 }, () => issueOne(issuer)))
    const times = await Promise.all(serials.map(signedAt))
    await compromise(issuer, serials[times.indexOf(Math.max(...times))] ?? '')
    const [one, two] = await Promise.all([resign(issuer), resign(issuer)])
    expect([one.refused, two.refused]).toEqual([[], []])
    expect(one.resigned + two.resigned).toBe(6)
    for (const serial of serials) {
      expect(await heldForms(serial)).toHaveLength(2)
      expect(await outcome(serial)).toBe('verified')
    }
  })

  it('stops between two certificates when asked to, and before any where it cannot go on', async () => {
    const serial = await issueOne(issuer)
    await compromise(issuer, serial)
    await expect(resignCertificates(issuer.slug, 'test', { signal: AbortSignal.abort() })).rejects.toThrow(
      'Stopped. No certificates were signed again in this run; the same command goes on from there.',
    )
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await expect(resign(issuer)).rejects.toThrow(/is suspended/)
    await setIssuerStanding(issuer.slug, 'good', 'test')
    const before = env()
    const folder = await mkdtemp(join(tmpdir(), 'resign-test-'))
    try {
      await writeFile(join(folder, 'file'), '')
      setEnv({ ...before, DATA_DIR: join(folder, 'file') })
      await expect(resign(issuer)).rejects.toMatchObject({ status: 503 })
    } finally {
      setEnv(before)
      await rm(folder, { recursive: true })
    }
    expect(await heldForms(serial)).toHaveLength(1)
    const progress: [number, number][] = []
    await resignCertificates(issuer.slug, 'test', { onProgress: (...step) => progress.push(step) })
    expect(progress).toEqual([
      [0, 1],
      [1, 1],
    ])
  })
})

describe('examineResigning', () => {
  it('names the issuers whose certificates wait', async () => {
    const serial = await issueOne(issuer)
    const mine = async () => (await examineResigning()).filter(({ message }) => message.includes(issuer.slug))
    expect(await mine()).toEqual([])
    await compromise(issuer, serial)
    expect(await mine()).toEqual([
      {
        id: 'certificates',
        result: 'warning',
        message: expect.stringContaining(`1. Run: certs issuer resign ${issuer.slug}`) as string,
      },
    ])
    await resign(issuer)
    expect(await mine()).toEqual([])
  })
})
