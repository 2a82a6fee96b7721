import { beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { serialKey } from '@/lib/domain/certificate/serial'
import { didDocument, jwkSet } from '@/lib/domain/issuer/did-document'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { lookUpCertificates } from '@/lib/service/check/look-up-certificates'
import { verifyFingerprint } from '@/lib/service/check/verify-document'
import { getManifest, getManifestByFingerprint } from '@/lib/service/files/describe-artifacts'
import { getCertificatePdf, getSignedCredential } from '@/lib/service/files/get-certificate-file'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { transaction, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { heldForms, verifiedOutside } from '@/test/badges/outside-verifier'
import { LockQueue } from '@/test/database/lock-queue'
import { exampleRow, issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { verdictOn } from '@/test/verdicts'
import { compromiseIssuerKey } from './compromise-issuer-key'
import { listSigningKeys } from './list-signing-keys'
import { getIssuerKeys, getServiceKeys } from './published-keys'
import { rotateIssuerKeys } from './rotate-issuer-keys'
import { rotateServiceKey } from './rotate-service-key'

const ALL = ['vcJwt', 'openBadgeJwt', 'openBadgeJsonld']
const rotate = (slug: string) => rotateIssuerKeys(slug, 'test')

async function published(issuer: StoredIssuer) {
  const { did, keys } = await getIssuerKeys(issuer.id)
  return didDocument(did, keys)
}

async function outcome(serial: string): Promise<string> {
  const verdict = await verdictOn(serial)
  return typeof verdict === 'object' ? verdict.verification.overall_status : verdict
}

/** When a certificate was first signed, in milliseconds since 1970. */
async function signedAt(serial: string): Promise<number> {
  const { rows } = await workingPool().query<{ recorded_at: Date }>(
    'SELECT recorded_at FROM certificates WHERE serial_key = $1',
    [serialKey(serial)],
  )
  return rows[0]?.recorded_at.getTime() ?? Number.NaN
}

async function keysOf({ slug }: StoredIssuer, state: string, algorithm = 'ES256'): Promise<string[]> {
  const { keys } = await listSigningKeys(slug)
  return keys.filter((key) => key.state === state && key.algorithm === algorithm).map(({ keyId }) => keyId)
}

async function privateHalves(issuer: StoredIssuer): Promise<Record<string, number>> {
  const { rows } = await workingPool().query<{ state: string; sealed: number }>(
    'SELECT state, count(private_sealed)::int AS sealed FROM issuer_signing_keys WHERE issuer_id = $1 GROUP BY state',
    [issuer.id],
  )
  return Object.fromEntries(rows.map(({ state, sealed }) => [state, sealed]))
}

const database = useServiceDatabase()
let issuer: StoredIssuer
beforeEach(async () => {
  issuer = await mintIssuer()
})

describe('rotateIssuerKeys', () => {
  it('signs with new keys, and what the old ones signed verifies here and elsewhere as before', async () => {
    const old = await issueOne(issuer)
    const { retired, made } = await rotate(issuer.slug)
    expect([retired.length, made.length]).toEqual([2, 2])
    const fresh = await issueOne(issuer)
    const again = await correctCertificate(fresh, { fullName: 'Ana' }, { reason: 'name', actor: 'test' })
    expect([await outcome(old), await outcome(fresh), await outcome(again.certificate.serial)]).toEqual([
      'verified',
      'superseded',
      'verified',
    ])
    const document = await published(issuer)
    for (const serial of [old, fresh]) {
      expect(await verifiedOutside((await heldForms(serial))[0], document)).toEqual(ALL)
    }
    const keyOf = async (serial: string) =>
      JSON.parse(Buffer.from((await heldForms(serial))[0]?.vcJwt.split('.')[0] ?? '', 'base64url').toString()) as {
        kid: string
      }
    expect(retired.map(({ keyId }) => keyId)).toContain((await keyOf(old)).kid)
    expect(made.map(({ keyId }) => keyId)).toContain((await keyOf(fresh)).kid)
    expect(await privateHalves(issuer)).toEqual({ active: 2, retired: 0 })
    expect((await getManifest(old)).issuer.key_ids).toHaveLength(4)
  })

  it('can be repeated, and by a slug that the issuer had, also while it is suspended', async () => {
    const serial = await issueOne(issuer)
    await rotate(issuer.slug)
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await rotate(issuer.slug)
    await setIssuerStanding(issuer.slug, 'good', 'test')
    expect(await outcome(serial)).toBe('verified')
    expect((await listSigningKeys(issuer.slug)).keys.map(({ state }) => state)).toEqual([
      ...['active', 'active', 'retired', 'retired', 'retired', 'retired'],
    ])
    await expect(rotate('nobody-here')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('waits for what is being issued, and what is issued then sees the new keys', async () => {
    await issueOne(issuer) // opens its status list
    const queue = await LockQueue.hold(database.url, 'SELECT 1 FROM issuers WHERE id = $1 FOR UPDATE', [issuer.id])
    const early = issueOne(issuer)
    await queue.waiting(1)
    const rotated = rotate(issuer.slug)
    await queue.waiting(2)
    const late = issueOne(issuer)
    await queue.waiting(3)
    await queue.release()
    const { retired, made } = await rotated
    const [first, second] = [await early, await late]
    const formsOf = async (serial: string) => (await heldForms(serial))[0]?.openBadgeJsonld ?? ''
    const eddsa = (keys: typeof made) => keys.find(({ algorithm }) => algorithm === 'EdDSA')?.keyId ?? 'none'
    expect(await formsOf(first)).toContain(eddsa(retired))
    expect(await formsOf(second)).toContain(eddsa(made))
    expect([await outcome(first), await outcome(second)]).toEqual(['verified', 'verified'])
  })

  it('two at once, with issues in between, leave one active pair and only genuine certificates', async () => {
    const results = await Promise.allSettled([
      rotate(issuer.slug),
      issueCertificates(issuer.id, [exampleRow(), exampleRow()], 'test'),
      rotate(issuer.slug),
      issueCertificates(issuer.id, [exampleRow()], 'test'),
    ])
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'fulfilled'))
    const states = (await listSigningKeys(issuer.slug)).keys.map(({ state }) => state)
    expect(states.filter((state) => state === 'active')).toHaveLength(2)
    const { rows } = await workingPool().query<{ serial: string }>(
      'SELECT serial FROM certificates WHERE issuer_id = $1',
      [issuer.id],
    )
    expect(await Promise.all(rows.map(({ serial }) => outcome(serial)))).toEqual(['verified', 'verified', 'verified'])
  })

  it('broken off before its end changes nothing', async () => {
    const serial = await issueOne(issuer)
    const before = await listSigningKeys(issuer.slug)
    // The last step, the new Ed25519 key, is refused by the database.
    const name = `refuse_${issuer.id.replaceAll('-', '')}`
    await database.asOwner(
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$`,
    )
    await database.asOwner(
      `CREATE TRIGGER ${name} BEFORE INSERT ON issuer_signing_keys FOR EACH ROW WHEN (NEW.algorithm = 'EdDSA') EXECUTE FUNCTION ${name}()`,
    )
    await expect(rotate(issuer.slug)).rejects.toThrow('broken off')
    await database.asOwner(`DROP TRIGGER ${name} ON issuer_signing_keys`)
    expect(await listSigningKeys(issuer.slug)).toEqual(before)
    expect([await outcome(serial), await outcome(await issueOne(issuer))]).toEqual(['verified', 'verified'])
    await rotate(issuer.slug)
  })
})

describe('compromiseIssuerKey', () => {
  it.each(['ES256', 'EdDSA'])('unpublishes both keys of a pair at once when its %s key is named', async (algorithm) => {
    const [before, after] = [await issueOne(issuer), await issueOne(issuer)]
    const kept = [await issuedPdf(before), await issuedPdf(after)].map(sha256Hex)
    const [key = ''] = await keysOf(issuer, 'active', algorithm)
    const changed = await compromiseIssuerKey(issuer.slug, key, await signedAt(after), 'test')
    expect([changed.compromised.length, changed.made.length]).toEqual([2, 2])
    expect(changed.certificates).toEqual({ before: 1, after: 1 })
    expect([await outcome(before), await outcome(after)]).toEqual(['verified', 'invalid'])

    const document = await published(issuer)
    expect((await getIssuerKeys(issuer.id)).keys).toHaveLength(2)
    expect(jwkSet((await getIssuerKeys(issuer.id)).keys).keys.map(({ kid }) => kid)).not.toContain(key)
    for (const serial of [before, after]) {
      expect(await verifiedOutside((await heldForms(serial))[0], document)).toEqual([])
    }
    const fresh = await issueOne(issuer)
    expect(await outcome(fresh)).toBe('verified')
    expect(await verifiedOutside((await heldForms(fresh))[0], document)).toEqual(ALL)
    expect(await privateHalves(issuer)).toEqual({ active: 2, compromised: 0 })

    expect((await getCertificatePdf(before)).sha256).toBe(kept[0])
    await expect(getCertificatePdf(after)).rejects.toMatchObject({ code: 'gone' })
    await expect(getSignedCredential(after)).rejects.toMatchObject({ code: 'gone' })
    expect(await verifyFingerprint(kept[0] ?? '')).toMatchObject({
      overallStatus: 'verified',
      document: { match: 'exact' },
    })
    expect(await verifyFingerprint(kept[1] ?? '')).toMatchObject({
      overallStatus: 'invalid',
      document: { match: 'altered', findings: [{ id: 'record_invalid' }] },
    })
    expect((await giveReceipt(after, null))?.claims.overall_status).toBe('invalid')
    const lookedUp = await lookUpCertificates(issuer.id, [before, after])
    expect(lookedUp.map(({ found }) => found)).toMatchObject([
      { current: { kind: 'genuine' } },
      { current: { kind: 'invalid' } },
    ])
    await expect(correctCertificate(after, { fullName: 'X' }, { reason: 'r', actor: 'test' })).rejects.toThrow(
      /fails its check/,
    )
  })

  it('of a retired key takes the one that retired with it, and leaves the keys in use', async () => {
    const first = await issueOne(issuer)
    await rotate(issuer.slug)
    const second = await issueOne(issuer)
    await rotate(issuer.slug)
    const third = await issueOne(issuer)
    const [, oldest = ''] = await keysOf(issuer, 'retired')
    const { compromised, made } = await compromiseIssuerKey(issuer.slug, oldest, await signedAt(first), 'test')
    expect(compromised.map(({ algorithm }) => algorithm).sort()).toEqual(['ES256', 'EdDSA'])
    expect(made).toEqual([])
    expect([await outcome(first), await outcome(second), await outcome(third)]).toEqual([
      'invalid',
      'verified',
      'verified',
    ])
    const document = await published(issuer)
    expect(await verifiedOutside((await heldForms(first))[0], document)).toEqual([])
    expect(await verifiedOutside((await heldForms(second))[0], document)).toEqual(ALL)
  })

  it('keeps what else is known of a certificate: withdrawn, replaced, its signature', async () => {
    const [withdrawn, replaced, late] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    await withdrawCertificate(withdrawn, { reason: 'r', publicReason: null, actor: 'test' })
    const { certificate } = await correctCertificate(replaced, { fullName: 'B' }, { reason: 'r', actor: 'test' })
    const [key = ''] = await keysOf(issuer, 'active')
    await compromiseIssuerKey(issuer.slug, key, await signedAt(late), 'test')
    expect(await outcome(withdrawn)).toBe('withdrawn')
    expect(await verdictOn(late)).toMatchObject({
      verification: { overall_status: 'invalid', cryptographic_valid: true },
      certificate: { status: 'invalid', serial: late, recipient: { full_name: '' } },
    })
    // Its correction was signed after the moment, which the replaced one leads to.
    expect(await verdictOn(replaced)).toMatchObject({
      verification: { overall_status: 'superseded' },
      replacement_certificate: { serial: certificate.serial, status: 'invalid' },
    })
  })

  it('finds the key by id, DID URL, fragment or a beginning of 8 characters, and refuses the rest', async () => {
    const { keys } = await listSigningKeys(issuer.slug)
    const now = Date.now() - 86_400_000
    const [es256] = keys.filter(({ algorithm }) => algorithm === 'ES256')
    const fragment = es256?.keyId.split('#')[1] ?? ''
    const names = [fragment.slice(0, 7), 'z6Mk', '', 'x'.repeat(60), (await mintIssuer()).id]
    for (const name of names) {
      await expect(compromiseIssuerKey(issuer.slug, name, now, 'test')).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(compromiseIssuerKey(issuer.slug, issuer.did, now, 'test')).rejects.toThrow(/More than one key/)
    const future = Date.now() + 86_400_000
    await expect(compromiseIssuerKey(issuer.slug, fragment, future, 'test')).rejects.toThrow(/in the future/)
    expect(await keysOf(issuer, 'active')).toEqual([es256?.keyId])
    await compromiseIssuerKey(issuer.slug, `#${fragment.slice(0, 8)}`, now, 'test')
    const again = compromiseIssuerKey(issuer.slug, es256?.id ?? '', now - 1, 'test')
    await expect(again).rejects.toThrow(/already marked compromised since /)
    const [other = ''] = await keysOf(issuer, 'compromised', 'EdDSA')
    await expect(compromiseIssuerKey(issuer.slug, other, now - 1, 'test')).rejects.toThrow(/already/)
  })

  it('of two at the same moment one wins', async () => {
    const { keys } = await listSigningKeys(issuer.slug)
    const results = await Promise.allSettled(keys.map(({ id }) => compromiseIssuerKey(issuer.slug, id, 1000, 'test')))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await listSigningKeys(issuer.slug)).keys.map(({ state }) => state).sort()).toEqual([
      ...['active', 'active', 'compromised', 'compromised'],
    ])
  })

  it('invalidates what was being issued meanwhile when it was signed after the moment', async () => {
    await issueOne(issuer) // opens its status list
    const queue = await LockQueue.hold(database.url, 'SELECT 1 FROM issuers WHERE id = $1 FOR UPDATE', [issuer.id])
    const early = issueOne(issuer)
    await queue.waiting(1)
    const [key = ''] = await keysOf(issuer, 'active')
    const compromised = compromiseIssuerKey(issuer.slug, key, Date.now() - 60_000, 'test')
    await queue.waiting(2)
    await queue.release()
    await compromised
    expect(await outcome(await early)).toBe('invalid')
  })
})

describe('rotateServiceKey', () => {
  const artifactsOf = async (serial: string) => (await getManifest(serial)).artifacts

  it('signs with a new key, and events, statements and receipts of the old one keep verifying', async () => {
    const serial = await issueOne(issuer)
    const before = await artifactsOf(serial)
    const receipt = await giveReceipt(serial, null)
    const { retired, active } = await rotateServiceKey()
    expect(active).not.toBe(retired)
    const { rows } = await workingPool().query<{ id: string; sealed: boolean }>(
      `SELECT id, private_sealed IS NOT NULL AS sealed FROM service_keys WHERE state = 'retired' OR id = $1`,
      [active],
    )
    expect(rows.filter(({ sealed }) => sealed).map(({ id }) => id)).toEqual([active])
    expect((await getServiceKeys()).keys.map(({ keyId }) => keyId)).toEqual(expect.arrayContaining([retired, active]))
    expect(receipt?.key.kid).toBe(retired)
    expect(await outcome(serial)).toBe('verified')
    expect(await artifactsOf(serial)).toEqual(before)
    expect((await getManifestByFingerprint(sha256Hex(await issuedPdf(serial)))).matched_artifact?.type).toBe('pdf')
    // A chain with entries of both keys.
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    expect(await outcome(serial)).toBe('withdrawn')
    expect(await outcome(await issueOne(issuer))).toBe('verified')
    expect((await giveReceipt(serial, null))?.key.kid).toBe(active)
    await rotate(issuer.slug)
    expect(await outcome(await issueOne(issuer))).toBe('verified')
  })

  it('does not bring a retired key back by its column', async () => {
    const serial = await issueOne(issuer)
    const { retired } = await rotateServiceKey()
    await transaction((tx) => tx.query("UPDATE service_keys SET mac = 'AAAA' WHERE id = $1", [retired]))
    expect(await outcome(serial)).toBe('unavailable')
  })
})
