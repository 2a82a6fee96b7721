import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { networkOf } from '@/test/badges/badge-documents'
import { ENDORSER, endorser, signEndorsement, signEndorsementJwt, testEndorsement } from '@/test/badges/endorsements'
import {
  KEY_DID,
  KEY_DID_METHOD,
  signJsonLd,
  signJwt,
  TEST_DID,
  TEST_DID_ADDRESS,
  testBadge,
  testDidDocument,
} from '@/test/badges/signed-badge'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type BadgeValidation, validateOpenBadge } from './validate-open-badge'

useServiceDatabase()

type Json = Record<string, unknown>

const DOCUMENTS = { [TEST_DID_ADDRESS]: testDidDocument(), ...ENDORSER.documents }
/** So long that no test depends on how busy the machine is. */
const PATIENT = 600_000

function validate(badge: unknown, documents: Json = DOCUMENTS, milliseconds = PATIENT) {
  const text = typeof badge === 'string' ? badge : JSON.stringify(badge)
  return validateOpenBadge(Buffer.from(text), { network: networkOf(documents), milliseconds })
}

const found = ({ verdict, checks }: BadgeValidation) => [
  verdict,
  checks.flatMap(({ errors }) => errors.map(({ code, path }) => `${code} ${path}`)),
]
const detailOf = ({ checks }: BadgeValidation) => checks.flatMap(({ errors }) => errors)[0]?.detail ?? null
const warningsOf = ({ checks }: BadgeValidation) => checks.flatMap(({ warnings }) => warnings.map(({ code }) => code))

/** A badge, signed over what stands in it. */
const badgeWith = (changes: Json) => signJsonLd(testBadge(changes))
const badge = testBadge()
const subject = badge.credentialSubject as Json & { achievement: Json }
const about = (id: unknown) => ({ credentialSubject: { id, type: ['EndorsementSubject'] } })
const onAchievement = (members: Json) => ({
  credentialSubject: { ...subject, achievement: { ...subject.achievement, ...members } },
})
const onIssuer = (members: Json) => ({ issuer: { ...(badge.issuer as Json), ...members } })

let own: StoredIssuer

beforeAll(async () => {
  own = await mintIssuer({ name: 'Northshore Maritime College' })
})

describe('a good endorsement', () => {
  it.each<[string, () => Json | Promise<Json>]>([
    ['of the badge', async () => ({ endorsement: [await signEndorsement()] })],
    ['of the badge, as a token', () => ({ endorsementJwt: [signEndorsementJwt()] })],
    ['of the achievement, on it', async () => onAchievement({ endorsement: [await of(subject.achievement.id)] })],
    ['of the issuer, on it', async () => onIssuer({ endorsementJwt: [signEndorsementJwt(about(TEST_DID))] })],
    ['of the achievement, on the badge', async () => ({ endorsement: [await of(subject.achievement.id)] })],
    ['of the issuer, on the badge', async () => ({ endorsement: [await of(TEST_DID)] })],
    [
      'of who made the achievement',
      async () =>
        onAchievement({
          creator: { id: 'urn:uuid:1', type: ['Profile'], name: 'Maker', endorsement: [await of('urn:uuid:1')] },
        }),
    ],
  ])('%s', async (_, make) => {
    const result = await validate(await badgeWith(await make()))
    expect([...found(result), warningsOf(result)]).toEqual(['valid', [], []])
    expect(result.checks.find(({ id }) => id === 'endorsements')?.status).toBe('passed')
  })

  const of = (id: unknown) => signEndorsement(about(id))

  it('in a badge that is a token', async () => {
    const token = signJwt(testBadge({ endorsement: [await signEndorsement()], endorsementJwt: [signEndorsementJwt()] }))
    expect(found(await validate(token))).toEqual(['valid', []])
  })

  it('whose signer nobody vouches for leaves a warning, which is not about the badge', async () => {
    const issuer = { id: KEY_DID, type: ['Profile'], name: 'Me' }
    const result = await validate(await badgeWith({ endorsement: [await signEndorsement({ issuer }, KEY_DID_METHOD)] }))
    expect([...found(result), warningsOf(result)]).toEqual(['valid', [], ['endorsement_odd']])
    expect(result.issuer?.identity).toBe('resolved')
  })

  it('ten of one endorser cost one more document', async () => {
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signEndorsement({ id: `urn:uuid:endorsement-${index}` })),
    )
    const network = networkOf(DOCUMENTS)
    const bytes = Buffer.from(JSON.stringify(await badgeWith({ endorsement: ten })))
    const result = await validateOpenBadge(bytes, { network, milliseconds: PATIENT })
    expect([...found(result), network.asked.length]).toEqual(['valid', [], 2])
  })
})

const expired = { validUntil: '2024-06-01T00:00:00Z' }

describe('an endorsement that fails makes the badge fail', () => {
  it.each<[string, string, () => unknown]>([
    [
      'another text than was signed',
      'signature_invalid',
      async () => ({ ...(await signEndorsement()), name: 'Other' }),
    ],
    ['no proof', 'proof_missing', () => testEndorsement()],
    ['over', 'expired', () => signEndorsement(expired)],
    ['not begun', 'not_yet_valid', () => signEndorsement({ validFrom: '2090-01-01T00:00:00Z' })],
    ['signed by another', 'issuer_key_mismatch', () => signEndorsement({}, KEY_DID_METHOD)],
    ['about something else', 'it is about something else', () => signEndorsement(about('urn:uuid:other'))],
    [
      'about nothing',
      'it is about something else',
      () => testEndorsement({ credentialSubject: { type: ['EndorsementSubject'] } }),
    ],
    [
      'about the badge and more',
      'it is about something else',
      () =>
        signEndorsement({
          credentialSubject: [
            { id: badge.id, type: ['EndorsementSubject'] },
            { id: 'urn:uuid:x', type: ['EndorsementSubject'] },
          ],
        }),
    ],
    ['with the id of the badge', 'it has the id of the badge', () => signEndorsement({ id: badge.id })],
    [
      'no endorsement but a badge',
      'not_an_open_badge',
      () => signJsonLd(testBadge({ id: 'urn:uuid:2', ...about(badge.id) })),
    ],
    ['of Open Badges 2.0', 'of Open Badges 2.0', () => ({ type: 'Assertion' })],
    ['a list within the list', 'not an object', () => [testEndorsement()]],
    [
      'a name of an issuer here',
      'issuer_look_alike',
      () => signEndorsement({ issuer: named('Northshore Maritime College') }),
    ],
    [
      'an issuer here that never signed it',
      'issuer_key_mismatch',
      () => signEndorsement({ issuer: { id: own.did, type: ['Profile'] } }),
    ],
    ['a key in its own proof', 'schema_invalid', async () => withMethod(await signEndorsement())],
    [
      'a digest of another context',
      'related_resource_mismatch',
      () => signEndorsement({ relatedResource: wrongContext() }),
    ],
    [
      'an endorsement within',
      'endorsement_invalid',
      async () =>
        signEndorsement({
          issuer: { ...named('Council'), endorsement: [await signEndorsement({ id: 'urn:uuid:9' })] },
        }),
    ],
    [
      'an endorsement as a token within',
      'endorsement_invalid',
      () => signEndorsement({ issuer: { ...named('Council'), endorsementJwt: [signEndorsementJwt()] } }),
    ],
  ])('%s', async (_, detail, make) => {
    const result = await validate(signJwt(testBadge({ endorsement: [await make()] })))
    expect(result.verdict).toBe('not_valid')
    const errors = result.checks.find(({ id }) => id === 'endorsements')?.errors ?? []
    expect(errors).toEqual([
      { code: 'endorsement_invalid', path: '$.endorsement[0]', detail: expect.any(String) as string },
    ])
    expect(errors[0]?.detail).toContain(detail)
  })

  it.each<[string, string, () => string]>([
    ['without a signature', 'alg_not_allowed', () => signEndorsementJwt({}, { alg: 'none' }).replace(/[^.]*$/, '')],
    ['with alg none and a signature', 'alg_not_allowed', () => signEndorsementJwt({}, { alg: 'none' })],
    [
      'with a key in its header',
      'issuer_key_unbound',
      () => signEndorsementJwt({}, { kid: undefined, jwk: { kty: 'EC' } }),
    ],
    [
      'with keys elsewhere',
      'issuer_key_unbound',
      () => signEndorsementJwt({}, { kid: undefined, jku: 'https://x.example' }),
    ],
    ['that is over', 'expired', () => signJwt({ ...testEndorsement(), exp: 1717200000 }, { kid: ENDORSER.jwtMethod })],
    ['that is JSON', 'malformed_jws', () => JSON.stringify(testEndorsement())],
    ['that is an address', 'malformed_json', () => 'https://accrediter.example/endorsement.jwt'],
    ['that is half', 'malformed_jws', () => signEndorsementJwt().replace(/\.[^.]*$/, '')],
    [
      'with an endorsement within',
      'endorsement_invalid',
      () => signEndorsementJwt({ endorsementJwt: [signEndorsementJwt()] }),
    ],
  ])('a token %s', async (_, detail, make) => {
    const result = await validate(await badgeWith({ endorsementJwt: [make()] }))
    const errors = result.checks.find(({ id }) => id === 'endorsements')?.errors ?? []
    expect([result.verdict, errors.map(({ code, path }) => [code, path])]).toEqual([
      'not_valid',
      [['endorsement_invalid', '$.endorsementJwt[0]']],
    ])
    expect(errors[0]?.detail).toContain(detail)
  })

  it('deep within the badge, with its path', async () => {
    const bad = await badgeWith(
      onAchievement({ endorsement: [await signEndorsement(), await signEndorsement(about(subject.achievement.id))] }),
    )
    expect(found(await validate(bad))).toEqual([
      'not_valid',
      ['endorsement_invalid $.credentialSubject.achievement.endorsement[0]'],
    ])
  })

  const named = (name: string) => ({ id: ENDORSER.did, type: ['Profile'], name })
  const withMethod = ({ proof, ...rest }: Json) => ({
    ...rest,
    proof: [{ ...(proof as Json[])[0], verificationMethod: { id: ENDORSER.method, publicKeyMultibase: 'z6Mk' } }],
  })
  const wrongContext = () => [
    { id: 'https://www.w3.org/ns/credentials/v2', digestSRI: `sha256-${Buffer.alloc(32).toString('base64')}` },
  ]
})

describe('where endorsements stand', () => {
  it.each<[string, Json, string]>([
    ['a text', { endorsement: 'https://accrediter.example/1' }, 'schema_invalid'],
    ['null', { endorsement: null }, 'not_compacted'],
    ['an object alone', { endorsement: testEndorsement() }, 'schema_invalid'],
    ['a number among tokens', { endorsementJwt: [7] }, 'endorsement_invalid'],
    ['nothing in an endorsement', { endorsement: [{}] }, 'endorsement_invalid'],
    [
      'behind an absolute name',
      { 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#endorsement': [{}] },
      'not_compacted',
    ],
    ['eleven', { endorsement: Array<unknown>(11).fill(testEndorsement()) }, 'endorsement_invalid'],
    ['the same one 2,515 times', { endorsement: Array<unknown>(2515).fill({}) }, 'jsonld_unsafe'],
    ['2,515 tokens', { endorsementJwt: Array<unknown>(2515).fill('e30.e30.AA') }, 'endorsement_invalid'],
    [
      'ten with ten in each',
      { endorsement: Array<unknown>(10).fill({ endorsement: Array<unknown>(10).fill({}) }) },
      'endorsement_invalid',
    ],
  ])('%s: not valid', async (_, changes, code) => {
    const result = await validate(signJwt(testBadge(changes)))
    expect(result.verdict).toBe('not_valid')
    expect(found(result)[1]).toContainEqual(expect.stringContaining(code))
  })

  it('more than ten are refused before any is looked at', async () => {
    const network = networkOf(DOCUMENTS)
    const bytes = Buffer.from(signJwt(testBadge({ endorsement: Array<unknown>(11).fill(testEndorsement()) })))
    const result = await validateOpenBadge(bytes, { network })
    expect(network.asked).toEqual([TEST_DID_ADDRESS])
    expect(detailOf(result)).toContain('10')
  })

  it('seventeen proofs, together with the badge’s, are too many; sixteen are not', async () => {
    const one = await signEndorsement()
    const [proof] = one.proof as Json[]
    const times = (count: number) => ({ ...one, proof: Array<unknown>(count).fill(proof) })
    expect(found(await validate(await badgeWith({ endorsement: [times(15)] })))).toEqual(['valid', []])
    expect(found(await validate(await badgeWith({ endorsement: [times(8), times(8)] })))).toEqual([
      'not_valid',
      ['too_many_proofs $'],
    ])
  })
})

const status = {
  id: 'https://issuer.example/status/1#7',
  type: 'BitstringStatusListEntry',
  statusPurpose: 'revocation',
  statusListIndex: '7',
  statusListCredential: 'https://issuer.example/status/1',
}

/** A status list with no bit set, or all. */
function statusList(id: string, issuer: string, method: string, set: boolean): Promise<Json> {
  const encodedList = `u${encodeBase64url(gzipSync(Buffer.alloc(16_384, set ? 0xff : 0)))}`
  const list = { id: `${id}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList }
  return signJsonLd(
    {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer,
      credentialSubject: list,
    },
    method,
  )
}

describe('an endorsement hides nothing of the badge', () => {
  it.each<[string, () => Promise<Json>]>([
    ['its status', () => signEndorsement({ credentialSubject: hidden({ credentialStatus: status }) })],
    ['its end', () => signEndorsement({ credentialSubject: hidden({ validUntil: '2024-06-01T00:00:00Z' }) })],
    ['another issuer', () => signEndorsement({ credentialSubject: hidden({ issuer: 'did:web:other.example' }) })],
    ['its status, under its own id', () => signEndorsement({ id: badge.id, credentialStatus: status })],
    ['its end, under its own id', () => signEndorsement({ id: badge.id, validUntil: '2024-06-01T00:00:00Z' })],
  ])('%s', async (_, make) => {
    const result = await validate(await badgeWith({ endorsement: [await make()] }))
    expect(result.verdict).toBe('not_valid')
    expect(found(result)[1]).toContainEqual(expect.stringContaining('jsonld_unsafe'))
  })

  it('nor has its own status counted for the badge’s', async () => {
    const LIST = 'https://accrediter.example/status/1'
    const list = (set: boolean) => statusList(LIST, ENDORSER.did, ENDORSER.method, set)
    const credentialStatus = { ...status, id: `${LIST}#7`, statusListCredential: LIST }
    const withStatus = await badgeWith({ endorsement: [await signEndorsement({ credentialStatus })] })
    expect(found(await validate(withStatus, { ...DOCUMENTS, [LIST]: await list(false) }))).toEqual(['valid', []])
    const revoked = await validate(withStatus, { ...DOCUMENTS, [LIST]: await list(true) })
    expect(found(revoked)).toEqual(['not_valid', ['endorsement_invalid $.endorsement[0]']])
    expect(detailOf(revoked)).toContain('revoked')
    const unreached = await validate(withStatus)
    expect(found(unreached)).toEqual(['undetermined', ['endorsement_unavailable $.endorsement[0]']])
    expect(detailOf(unreached)).toContain('status_unavailable')
  })

  const hidden = (members: Json) => ({ id: badge.id, type: ['EndorsementSubject', 'VerifiableCredential'], ...members })
})

describe('what could not be reached', () => {
  const alone = { [TEST_DID_ADDRESS]: testDidDocument() }

  it('is undetermined when nothing else is wrong', async () => {
    const result = await validate(await badgeWith({ endorsement: [await signEndorsement()] }), alone)
    expect(found(result)).toEqual(['undetermined', ['endorsement_unavailable $.endorsement[0]']])
    expect(detailOf(result)).toContain('issuer_unresolvable')
  })

  it('does not hide what is wrong, with the badge or with another endorsement', async () => {
    const unreached = await signEndorsement()
    const over = await validate(await badgeWith({ ...expired, endorsement: [unreached] }), alone)
    expect(found(over)).toEqual(['not_valid', ['expired $.validUntil', 'endorsement_unavailable $.endorsement[0]']])
    const bad = await validate(await badgeWith({ endorsement: [unreached, testEndorsement({ id: 'urn:uuid:3' })] }), {
      ...alone,
    })
    expect(found(bad)).toEqual([
      'not_valid',
      ['endorsement_unavailable $.endorsement[0]', 'endorsement_invalid $.endorsement[1]'],
    ])
  })

  it('is what time has run out for', async () => {
    const result = await validate(await badgeWith({ endorsement: [await signEndorsement()] }), DOCUMENTS, 0)
    expect(result.verdict).toBe('undetermined')
    expect(found(result)[1]).toContain('endorsement_unavailable $.endorsement[0]')
  })

  it('is not what would be the twenty-fifth document: that is refused', async () => {
    const councils = Array.from({ length: 10 }, (_, index) => endorser(`council-${index}.example`))
    const keepers = Array.from({ length: 10 }, (_, index) => endorser(`lists-${index}.example`))
    const documents = Object.assign({}, alone, ...[...councils, ...keepers].map((one) => one.documents)) as Json
    // Each endorsement needs the keys of its endorser and a list; the first ones also the keys of who keeps the list.
    const badgeOf = async (keptElsewhere: number) => {
      const make = async ({ did, method }: (typeof councils)[number], index: number) => {
        const url = `https://lists.example/${index}`
        const keeper = (index < keptElsewhere ? keepers : councils)[index]
        documents[url] = keeper && (await statusList(url, keeper.did, keeper.method, false))
        const credentialStatus = { ...status, id: `${url}#7`, statusListCredential: url }
        return signEndorsement(
          { id: `urn:uuid:e-${index}`, issuer: { id: did, type: ['Profile'] }, credentialStatus },
          method,
        )
      }
      return signJwt(testBadge({ endorsement: await Promise.all(councils.map(make)) }))
    }
    const endorsementsOf = async (keptElsewhere: number) => {
      const { checks } = await validate(await badgeOf(keptElsewhere), documents)
      return checks.find(({ id }) => id === 'endorsements')
    }
    expect(await endorsementsOf(3)).toMatchObject({ status: 'passed', errors: [] })
    const one = await endorsementsOf(4)
    expect(one).toMatchObject({ status: 'failed', errors: [{ path: '$.endorsement[9]' }] })
    expect(one?.errors[0]?.detail).toContain('24 documents')
  })
})
