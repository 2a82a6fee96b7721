import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as vc from '@digitalbazaar/vc'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as getArtifact } from '@/app/api/public/artifacts/[fingerprint]/route'
import { POST as verifyPdf } from '@/app/api/public/credentials/verify/pdf/route'
import { POST as validate } from '@/app/api/public/openbadges/validate/route'
import { type BadgeValidationAnswer, badgeValidationAnswerShape } from '@/lib/contract/badge/badge-validation'
import { documentAnswerShape } from '@/lib/contract/check/document'
import { manifestAnswerShape } from '@/lib/contract/manifest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { withPeerAddress } from '@/lib/http/request-context'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { resignCertificates } from '@/lib/service/change/resign-certificates'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { buildFiles } from '@/lib/service/files/build-files'
import { getManifest } from '@/lib/service/files/describe-artifacts'
import { getCertificatePdf, getSignedCredential } from '@/lib/service/files/get-certificate-file'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { workingPool } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { whileLost } from '@/test/database/while-lost'
import { withoutGuards } from '@/test/database/without-guards'
import { examplePng } from '@/test/documents/example-png'
import { patientInspections } from '@/test/documents/patient-inspections'
import { addressOfDid, fetchDocument } from '@/test/published-documents'
import { newAddress } from '@/test/verify-requests'
import { EXAMPLE_SVG } from './badge-images'
import { askBadge } from './badge-requests'

const EVENT = 'Basic Safety Training'

const service = useServiceDatabase()
beforeAll(() => patientInspections())
beforeEach(() => setRateCounter(new MemoryRateCounter()))

/** Everything that a holder may have downloaded. */
type Held = Record<'pdf' | 'vc+jwt' | 'jsonld' | 'jwt' | 'png' | 'svg', Buffer>

async function download(serial: string): Promise<Held> {
  const badge = async (format: string) => Buffer.from(await (await askBadge(serial, format)).arrayBuffer())
  return {
    pdf: Buffer.from((await getCertificatePdf(serial)).bytes),
    'vc+jwt': Buffer.from((await getSignedCredential(serial)).bytes),
    jsonld: await badge('jsonld'),
    jwt: await badge('jwt'),
    png: await badge('png'),
    svg: await badge('svg'),
  }
}

/** Contexts that are bundled, and the DID document that the service publishes now; nothing else. */
async function documentLoader(url: string) {
  const [did = ''] = url.split('#')
  const document =
    BADGE_CONTEXTS.get(url) ?? (await fetchDocument<{ verificationMethod: { id: string }[] }>(addressOfDid(did)))
  if (url === did || !('verificationMethod' in document)) return { contextUrl: null, documentUrl: url, document }
  const { verificationMethod: methods } = document as { verificationMethod: { id: string }[] }
  const method = methods.find(({ id }) => id === url)
  if (!method) throw new Error(`${url} is not published`)
  return {
    contextUrl: null,
    documentUrl: url,
    document: { '@context': 'https://w3id.org/security/multikey/v1', ...method },
  }
}

/** What @digitalbazaar/vc says of a JSON-LD badge with what is published now. */
async function verifiesOutside({ jsonld }: Held): Promise<boolean> {
  const credential = JSON.parse(jsonld.toString()) as object
  const suite = new DataIntegrityProof({ cryptosuite })
  const checkStatus = () => Promise.resolve({ verified: true })
  return (await vc.verifyCredential({ credential, suite, documentLoader, checkStatus })).verified
}

const post = (handler: typeof validate, bytes: Buffer, type: string) =>
  handler(
    withPeerAddress(
      new Request('https://verify.test/api/x', {
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: { 'content-type': type },
      }),
      newAddress(),
    ),
  )

async function validateHere(bytes: Buffer, type: string): Promise<BadgeValidationAnswer> {
  return badgeValidationAnswerShape.parse(await (await post(validate, bytes, type)).json())
}

/** What POST …/openbadges/validate says of each badge file: `valid`, or its errors. */
async function verdictsHere(held: Held): Promise<Record<string, string>> {
  const types = {
    jsonld: 'application/ld+json',
    jwt: 'text/plain',
    'vc+jwt': 'application/vc+jwt',
    png: 'image/png',
    svg: 'image/svg+xml',
  } as const
  const verdicts: Record<string, string> = {}
  for (const [form, type] of Object.entries(types)) {
    const { success, validation } = await validateHere(held[form as keyof Held], type)
    verdicts[form] = success ? 'valid' : validation.errors.map(({ code }) => code).join()
  }
  return verdicts
}

const each = (verdict: string) => ({ jsonld: verdict, jwt: verdict, 'vc+jwt': verdict, png: verdict, svg: verdict })

async function uploaded({ pdf }: Held) {
  const answer = documentAnswerShape.parse(await (await post(verifyPdf, pdf, 'application/pdf')).json())
  return [answer.verification.overall_status, answer.document.match]
}

/** What GET /api/public/artifacts/<fingerprint> says of a file: its type and state, and whether it can be had. */
async function known(bytes: Buffer) {
  const params = Promise.resolve({ fingerprint: sha256Hex(bytes) })
  const response = await getArtifact(withPeerAddress(new Request('https://verify.test/'), newAddress()), { params })
  const { matched_artifact: found, certificate } = manifestAnswerShape.parse(await response.json())
  return { type: found?.type, state: found?.state, served: found?.url !== null, serial: certificate.serial }
}

async function compromiseSince(slug: string, since: number): Promise<void> {
  const { keys } = await listSigningKeys(slug)
  await compromiseIssuerKey(slug, keys.find(({ state }) => state === 'active')?.id ?? '', since, 'test')
}

const databaseTime = async () =>
  (await workingPool().query<{ now: Date }>('SELECT clock_timestamp() AS now')).rows[0]?.now.getTime() ?? 0

describe('a badge whose issuer’s keys end', () => {
  let issuer: Awaited<ReturnType<typeof mintIssuer>>
  let serial = ''
  let late = ''
  let original: Held
  let lateHeld: Held

  beforeAll(async () => {
    setRateCounter(new MemoryRateCounter())
    issuer = await mintIssuer()
    await setBadgeImage(issuer.slug, EVENT, examplePng(64, 64))
    await setBadgeImage(issuer.slug, EVENT, EXAMPLE_SVG)
    serial = await issueOne(issuer)
    original = await download(serial)
  })

  it('verifies everywhere, and still does after its key was retired', async () => {
    expect([await verifiesOutside(original), await verdictsHere(original)]).toEqual([true, each('valid')])
    await rotateIssuerKeys(issuer.slug, 'test')
    expect([await verifiesOutside(original), await verdictsHere(original)]).toEqual([true, each('valid')])
    // The next one is signed with the new key, and is the one that the rest is about.
    serial = await issueOne(issuer)
    const { jsonld } = original
    original = await download(serial)
    const methodOf = (text: Buffer) =>
      (JSON.parse(text.toString()) as { proof: { verificationMethod: string }[] }).proof[0]?.verificationMethod
    expect(methodOf(original.jsonld)).not.toBe(methodOf(jsonld))
    expect(await verifiesOutside(original)).toBe(true)
  })

  it('fails elsewhere once its key is compromised, and here only if it was signed since', async () => {
    const since = await databaseTime()
    late = await issueOne(issuer)
    lateHeld = await download(late)
    await compromiseSince(issuer.slug, since)
    expect([await verifiesOutside(original), await verifiesOutside(lateHeld)]).toEqual([false, false])
    expect(await verdictsHere(original)).toEqual(each('valid'))
    expect(await verdictsHere(lateHeld)).toEqual(each('record_not_current'))
    expect(await uploaded(original)).toEqual(['verified', 'exact'])
    expect((await uploaded(lateHeld))[0]).toBe('invalid')
  })

  it('verifies elsewhere again once it was signed again, as a new file', async () => {
    expect(await resignCertificates(issuer.slug, 'test')).toMatchObject({ resigned: 1, refused: [{ serial: late }] })
    const fresh = await download(serial)
    expect([await verifiesOutside(fresh), await verifiesOutside(original)]).toEqual([true, false])
    expect(await verdictsHere(fresh)).toEqual(each('valid'))
    for (const [form, bytes] of Object.entries(fresh)) {
      expect([form, bytes.equals(original[form as keyof Held])]).toEqual([form, false])
      expect([form, await known(bytes)]).toMatchObject([form, { state: 'current', served: true, serial }])
    }
  })

  it('keeps its earlier files genuine here', async () => {
    expect(await uploaded(original)).toEqual(['verified', 'exact'])
    expect(await verdictsHere(original)).toEqual(each('valid'))
    for (const [form, bytes] of Object.entries(original)) {
      expect([form, await known(bytes)]).toMatchObject([form, { state: 'earlier', served: false, serial }])
    }
    // The same JSON in another order is the same badge, of an earlier signing too; a word that is changed is not.
    const reordered = Object.entries(JSON.parse(original.jsonld.toString()) as object).reverse()
    const text = JSON.stringify(Object.fromEntries(reordered), null, 2)
    expect((await validateHere(Buffer.from(text), 'application/json')).success).toBe(true)
    const changed = Buffer.from(text.replace('Passed with distinction', 'Passed with honours'))
    const { validation } = await validateHere(changed, 'application/json')
    expect(validation.errors.map(({ code }) => code)).toEqual(['signature_invalid', 'record_unknown'])
  })

  describe('of which a row is lost', () => {
    const lost = (table: string, order: string, work: () => Promise<void>) => {
      const own = `certificate_id = (SELECT id FROM certificates WHERE serial = '${serial}')`
      const kind = table === 'artifacts' ? "AND type = 'pdf'" : ''
      return whileLost(service.adminUrl, [table, `WHERE ${own} ${kind} ORDER BY ${order} LIMIT 1`], work)
    }
    const statusOf = async (pdf: Buffer) => (await post(verifyPdf, pdf, 'application/pdf')).status
    const UNDETERMINED = { code: 'unavailable' }

    it('has no file that is called altered or unknown: not the earlier, not the newest, not another', async () => {
      const fresh = await download(serial)
      const damaged = Buffer.from(fresh.pdf)
      // In the comment behind the head: it is read as before.
      damaged[12] = 0xe3
      await lost('artifacts', 'created_at', async () => {
        expect([await statusOf(original.pdf), await statusOf(damaged)]).toEqual([503, 503])
        expect(await uploaded(fresh)).toEqual(['verified', 'exact'])
        await expect(getManifest(serial)).rejects.toMatchObject(UNDETERMINED)
        expect(fresh.pdf.equals((await getCertificatePdf(serial)).bytes)).toBe(true)
      })
      await lost('artifacts', 'created_at DESC', async () => {
        expect([await statusOf(fresh.pdf), await statusOf(damaged)]).toEqual([503, 503])
        expect(await uploaded(original)).toEqual(['verified', 'exact'])
        await expect(getManifest(serial)).rejects.toMatchObject(UNDETERMINED)
        // The earlier one holds a credential that nobody else can verify any more.
        await expect(getCertificatePdf(serial)).rejects.toMatchObject(UNDETERMINED)
      })
      expect(await uploaded({ ...fresh, pdf: damaged })).toEqual(['document_altered', 'altered'])
    })

    it('has its newest file made anew where that is asked for, and not while a backup may have its row', async () => {
      const { pdf } = await download(serial)
      await lost('artifacts', 'created_at DESC', async () => {
        const [unasked, asked] = [await buildFiles(), await buildFiles({ lost: true })]
        const served = await getCertificatePdf(serial).catch(() => null)
        const manifest = await getManifest(serial).catch(() => null)
        // The row that was lost is put back in its place.
        await withoutGuards(service.adminUrl, 'artifacts', 'DELETE FROM artifacts WHERE sha256 = $1', [sha256Hex(pdf)])
        expect(unasked).toMatchObject({ built: 0, lost: [serial] })
        expect(asked).toMatchObject({ built: 1, lost: [] })
        expect([served && pdf.equals(served.bytes), manifest !== null]).toEqual([true, true])
      })
    })

    it('has no badge that is called unknown', async () => {
      const fresh = await download(serial)
      await lost('signed_forms', 'sequence', async () => {
        expect((await post(validate, original.jsonld, 'application/json')).status).toBe(503)
        expect((await validateHere(original.jwt, 'application/jwt')).success).toBe(true)
        expect(await verdictsHere(fresh)).toEqual(each('valid'))
      })
      expect(await verdictsHere(original)).toEqual(each('valid'))
    })
  })

  it('gives what was signed since the moment no standing back', async () => {
    expect(await verdictsHere(lateHeld)).toEqual(each('record_not_current'))
    expect((await uploaded(lateHeld))[0]).toBe('invalid')
  })

  it('takes the standing of both files away with the certificate’s', async () => {
    const fresh = await download(serial)
    await withdrawCertificate(serial, { reason: 'test', actor: 'test', publicReason: null })
    for (const held of [original, fresh]) {
      expect(await verdictsHere(held)).toEqual(each('revoked,record_not_current'))
      expect(await uploaded(held)).toEqual(['withdrawn', 'exact'])
      expect(await known(held.jsonld)).toMatchObject({ type: 'openbadge+jsonld', served: false, serial })
    }
  })
})
