import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SignerAsk } from '@/lib/contract/signer'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { addDataIntegrityProof, type JsonLdDocument } from '@/lib/crypto/signature/data-integrity'
import type { Signer } from '@/lib/crypto/signature/signer'
import { buildCredential } from '@/lib/domain/certificate/credential'
import { vcJwtClaims } from '@/lib/domain/certificate/vc-jwt-claims'
import { signCredential } from '@/lib/service/keys/make-signed-forms'
import { signVcJwt } from '@/lib/service/keys/sign-vc-jwt'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { answerAsk, SignerState } from './answer-ask'

const PER_HOUR = 5

useServiceDatabase({ SIGNER_PER_HOUR: String(PER_HOUR) })

let folder: string
let state: SignerState
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signer-rate-'))
  state = new SignerState(folder)
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => void vi.useRealTimers())

/** What a desk that was taken over asks with. */
async function signersOf({ id }: StoredIssuer) {
  const { rows } = await workingPool().query<{ key_id: string; algorithm: string }>(
    `SELECT key_id, algorithm FROM issuer_signing_keys WHERE issuer_id = $1 AND state = 'active'`,
    [id],
  )
  const asking = (algorithm: 'ES256' | 'EdDSA'): Signer => {
    const keyId = rows.find((row) => row.algorithm === algorithm)?.key_id ?? ''
    const key = { by: 'issuer' as const, issuerId: id, keyId }
    const ask = async (what: SignerAsk) => Buffer.from((await answerAsk(what, 'desk', state)) as string, 'base64')
    return {
      ...{ keyId, algorithm },
      sign: (bytes) => ask({ ask: 'sign', key, bytes: Buffer.from(bytes).toString('base64') }),
      prove: (document, proof) => ask({ ask: 'prove', key, document, proof }),
    }
  }
  return { es256: asking('ES256'), eddsa: asking('EdDSA') }
}

function credentialOf(of: StoredIssuer) {
  const content = {
    ...{ id: randomUUID(), serial: randomUUID(), fullName: 'A', registrationNumber: null, eventTitle: 'E' },
    ...{ achievement: 'P', eventDate: null, issuedAt: 1_790_000_000_000, expiresAt: null },
    issuer: { id: of.id, did: of.did, name: of.name, verifiedDomain: of.domain },
    ...{ statusListId: randomUUID(), statusIndex: 7 },
  }
  return buildCredential(content, randomUUID(), 'https://verify.test')
}

/** Has a new certificate signed in one form alone. */
const FORMS: Record<string, (of: StoredIssuer) => Promise<unknown>> = {
  'vc+jwt': async (of) => signVcJwt(credentialOf(of), (await signersOf(of)).es256),
  'the JWT of a badge': async (of) => {
    const [credential, { es256 }] = [credentialOf(of), await signersOf(of)]
    const { id: jti, credentialSubject, validFrom } = credential
    const sub = (credentialSubject as { id: string }).id
    const registered = { jti, sub, nbf: Date.parse(validFrom as string) / 1000 }
    const claims = canonicalJson({ ...credential, ...vcJwtClaims(credential), ...registered })
    return signCompactJws({ typ: 'JWT', kid: es256.keyId }, claims, es256)
  },
  'the document of a badge': async (of) => {
    const { eddsa } = await signersOf(of)
    const proof = { signer: eddsa, verificationMethod: eddsa.keyId, created: '2026-11-25T00:00:00Z' }
    return addDataIntegrityProof(credentialOf(of) as JsonLdDocument, proof)
  },
}

/** An issuer with keys. From then on the clock stands: the signer's hour is that of the clock, and must not turn between two asks. */
async function mint() {
  vi.useRealTimers()
  const issuer = await mintIssuer()
  await issueOne(issuer)
  vi.useFakeTimers({ toFake: ['Date'] })
  return issuer
}

describe.each(Object.keys(FORMS))('certificates that are signed as %s alone', (form) => {
  const sign = FORMS[form] as (of: StoredIssuer) => Promise<unknown>

  it('are no more than the hour’s number of an issuer', async () => {
    const [busy, other] = [await mint(), await mint()]
    for (let count = 0; count < PER_HOUR; count += 1) await expect(sign(busy)).resolves.toBeDefined()
    await expect(sign(busy)).rejects.toThrow(/no more certificates of this issuer within this hour/)
    await expect(sign(other)).resolves.toBeDefined()
  })

  it('take from those that are signed in all three', async () => {
    const busy = await mint()
    for (let count = 0; count < PER_HOUR; count += 1) await sign(busy)
    const whole = signCredential(credentialOf(busy), await signersOf(busy), Date.now())
    await expect(whole).rejects.toThrow(/within this hour/)
  })

  it('are counted by a signer that was started again', async () => {
    const busy = await mint()
    for (let count = 0; count < PER_HOUR; count += 1) await sign(busy)
    state = new SignerState(folder)
    await expect(sign(busy)).rejects.toThrow(/within this hour/)
  })
})

it('a certificate in all three forms counts once', async () => {
  const busy = await mint()
  for (let count = 0; count < PER_HOUR; count += 1)
    await signCredential(credentialOf(busy), await signersOf(busy), Date.now())
  await expect(signCredential(credentialOf(busy), await signersOf(busy), Date.now())).rejects.toThrow(
    /within this hour/,
  )
})
