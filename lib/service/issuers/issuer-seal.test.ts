import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { issuerRowMac, verifyIssuerRowMac } from '@/lib/crypto/seals/issuer-row-mac'
import { env, setEnv } from '@/lib/env'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { examineIssuerRecords } from '@/lib/service/doctor/examine-issuers'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { rekey } from '@/lib/service/keys/rekey'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { NOTHING_TO_SEAL } from '@/lib/store/keys/require-nothing-to-seal'
import { migrate } from '@/lib/store/migrations/migrate'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { getIssuer } from './get-issuer'
import { recheckDomains } from './recheck-domains'
import { renameIssuer } from './rename-issuer'
import { sealIssuer } from './seal-issuer'
import { verifyIssuerDomain } from './verify-issuer-domain'

const KEK = randomBytes(32)
const facts = { id: 'a', name: 'Northshore', domain: 'northshore.example', assurance: 'verified', did: 'did:web:x' }

describe('issuerRowMac', () => {
  const mac = issuerRowMac(KEK, facts)

  it('holds for its own row alone', () => {
    expect(verifyIssuerRowMac(KEK, { ...facts }, mac)).toBe(true)
    for (const name of Object.keys(facts) as (keyof typeof facts)[])
      expect([name, verifyIssuerRowMac(KEK, { ...facts, [name]: `${facts[name]}x` }, mac)]).toEqual([name, false])
    expect(verifyIssuerRowMac(randomBytes(32), facts, mac)).toBe(false)
  })

  it.each([null, '', 'AAAA', `${mac}=`, mac.slice(1), `${mac}A`])('refuses %j', (other) => {
    expect(verifyIssuerRowMac(KEK, facts, other)).toBe(false)
  })

  it('does not run fields together', () => {
    const moved = { ...facts, name: `${facts.name}","domain":"`, domain: facts.domain }
    expect(verifyIssuerRowMac(KEK, moved, mac)).toBe(false)
  })
})

describe('an issuer’s row against somebody who may write everything but knows no key', () => {
  useServiceDatabase()
  const write = (issuer: StoredIssuer, set: string) =>
    workingPool().query(`UPDATE issuers SET ${set} WHERE id = $1`, [issuer.id])
  const assuranceOf = async (serial: string) => {
    const certificate = (await verifyCertificate(serial, { counted: false }))?.judgement.certificate
    return certificate?.kind === 'genuine' ? certificate.issuer.assurance : certificate
  }

  it.each([
    ['the name', `name = 'Harvard University'`],
    ['the domain', `domain = 'harvard.example'`],
    ['the assurance', `assurance = 'verified'`],
    ['the DID', `did = did || 'x'`],
    ['the MAC taken away', 'mac = NULL'],
    ['a MAC of nothing', `mac = ''`],
  ])('%s: nothing is issued, and nothing counts as verified', async (_, set) => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    expect(await assuranceOf(serial)).toBe('attested')
    await write(issuer, set)
    await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(verifyIssuerDomain(issuer.slug, 'Seen by the tests.')).rejects.toMatchObject({ code: 'unavailable' })
    if (!set.startsWith('did')) expect(await assuranceOf(serial)).toBe('none')
    expect(
      (await examineIssuerRecords()).map(({ result, message }) => [result, message.includes(issuer.slug)]),
    ).toContainEqual(['bad', true])
  })

  it('gets no new keys: none are made for a row that somebody else wrote, and those that were compromised still end', async () => {
    const issuer = await mintIssuer()
    await issueOne(issuer)
    const states = async () => (await listSigningKeys(issuer.slug)).keys.map(({ state }) => state)
    await write(issuer, `name = 'Harvard University III'`)
    await expect(rotateIssuerKeys(issuer.slug, 'test')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await states()).toEqual(['active', 'active'])
    const [key] = (await listSigningKeys(issuer.slug)).keys
    expect((await compromiseIssuerKey(issuer.slug, key?.id ?? '', Date.now() - 1000, 'test')).made).toEqual([])
    expect(await states()).toEqual(['compromised', 'compromised'])
    await sealIssuer(issuer.slug, { name: issuer.name, domain: issuer.domain })
    expect((await rotateIssuerKeys(issuer.slug, 'test')).made).toHaveLength(2)
    expect(await issueOne(issuer)).not.toBe('')
  })

  it('a row with the MAC of another', async () => {
    const [victim, other] = [await mintIssuer(), await mintIssuer()]
    await write(other, `mac = (SELECT mac FROM issuers WHERE id = '${victim.id}')`)
    await expect(issueOne(other)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is not made true by a new key encryption key, by a later start or by asking for the domain', async () => {
    const [good, bad, bare] = [await mintIssuer(), await mintIssuer(), await mintIssuer()]
    await write(bad, `name = 'Harvard University of ${bad.slug}', assurance = 'verified'`)
    await write(bare, `name = 'Yale University of ${bare.slug}', mac = NULL`)
    const skipped: string[] = []
    const rechecked = await recheckDomains(undefined, (slug) => skipped.push(slug))
    expect(rechecked.map(({ slug }) => slug)).not.toContain(bad.slug)
    expect(skipped).toContain(bad.slug)
    const before = env()
    const next = randomBytes(32)
    await rekey(requireKeyEncryptionKey(), next)
    setEnv({ ...before, KEY_ENCRYPTION_KEY: next.toString('base64') })
    expect(await issueOne(good)).not.toBe('')
    for (const issuer of [bad, bare]) await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
    await migrate(before.DATABASE_URL ?? '', undefined, NOTHING_TO_SEAL)
    for (const issuer of [bad, bare]) await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is put right by the operator, who says the name and the domain and verifies it anew', async () => {
    const issuer = await mintIssuer()
    const says = { name: issuer.name, domain: issuer.domain }
    await expect(sealIssuer(issuer.slug, says)).rejects.toMatchObject({ code: 'malformed' })
    await write(issuer, `name = 'Harvard University II', assurance = 'verified'`)
    const renamed = await renameIssuer(issuer.slug, `${issuer.slug}-new`)
    // No name that its certificates could not show.
    const undrawable = sealIssuer(renamed.slug, { ...says, name: `${says.name} \u{13000}` })
    await expect(undrawable).rejects.toMatchObject({ code: 'malformed', message: /The name holds/ })
    const sealed = await sealIssuer(renamed.slug, says)
    expect(sealed).toMatchObject({ name: issuer.name, domain: issuer.domain, assurance: 'none' })
    expect(await assuranceOf(await issueOne(issuer))).toBe('none')
    expect((await verifyIssuerDomain(issuer.slug, 'Seen by the tests.')).assurance).toBe('attested')
  })

  it('leads a slug back that somebody led to another issuer', async () => {
    const [issuer, other] = [await mintIssuer(), await mintIssuer()]
    const swap = `UPDATE issuer_slugs SET issuer_id = '${other.id}', current = false, mac = NULL WHERE slug = $1`
    await workingPool().query(swap, [issuer.slug])
    await expect(getIssuer(issuer.slug)).rejects.toMatchObject({ code: 'not_found' })
    const says = { name: issuer.name, domain: issuer.domain }
    for (const wrong of [
      { ...says, name: other.name },
      { ...says, domain: 'elsewhere.example' },
    ])
      await expect(sealIssuer(issuer.slug, wrong)).rejects.toMatchObject({ code: 'not_found' })
    expect(await sealIssuer(issuer.slug, says)).toMatchObject({ id: issuer.id, slug: issuer.slug })
    expect(await getIssuer(issuer.slug)).toMatchObject({ id: issuer.id, slug: issuer.slug })
  })

  it('is not put right with a DID that no key of the issuer was stated for', async () => {
    const issuer = await mintIssuer()
    await write(issuer, `did = did || '0'`)
    const says = { name: issuer.name, domain: issuer.domain }
    await expect(sealIssuer(issuer.slug, says)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('DID') as string,
    })
  })
})
