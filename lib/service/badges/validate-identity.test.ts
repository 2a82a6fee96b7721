import { beforeAll, describe, expect, it, vi } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { forgetLookedFor } from '@/lib/store/records/looked-for'
import { networkOf } from '@/test/badges/badge-documents'
import { endorser } from '@/test/badges/endorsements'
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

const database = useServiceDatabase()

type Json = Record<string, unknown>

const NAME = 'Northshore Maritime College'
/** So long that no test depends on how busy the machine is. */
const milliseconds = 600_000
let known: StoredIssuer
let ours: ReturnType<typeof endorser>
let documents: Json

beforeAll(async () => {
  known = await mintIssuer({ name: NAME })
  await mintIssuer({ name: 'Southshore Academy', attested: false })
  ours = endorser(`badges.${known.domain}`)
  documents = { [TEST_DID_ADDRESS]: testDidDocument(), ...ours.documents, ...endorser(known.domain).documents }
})

function validate(badge: unknown): Promise<BadgeValidation> {
  const text = typeof badge === 'string' ? badge : JSON.stringify(badge)
  return validateOpenBadge(Buffer.from(text), { network: networkOf(documents), milliseconds })
}

/** A badge of somebody else, whose issuer says this of itself. */
const calling = (members: Json, id = TEST_DID) => signJwt(testBadge({ issuer: { id, type: ['Profile'], ...members } }))
/** A badge of whoever made its key: of such an issuer nothing is looked up. */
const selfSigned = () =>
  signJsonLd(testBadge({ issuer: { id: KEY_DID, type: ['Profile'], name: 'École' } }), KEY_DID_METHOD)
const identityOf = (id: string | undefined, { checks }: BadgeValidation) => checks.find((check) => check.id === id)
const told = (result: BadgeValidation) => {
  const { errors = [], warnings = [] } = identityOf('identity', result) ?? {}
  return [result.verdict, result.issuer?.identity, errors.map(({ code }) => code), warnings.map(({ code }) => code)]
}
const FOUND_OUT = ['not_valid', 'impersonation_suspected', ['issuer_look_alike'], ['issuer_look_alike']]

describe('who goes by the name of an issuer with a verified domain', () => {
  it.each([
    ['the same', NAME],
    ['another case', 'NORTHSHORE maritime college'],
    ['a Cyrillic letter', 'Nоrthshore Maritime College'],
    ['what is not seen', 'North\u200bshore\u2060 Mari\u00adtime College\ufeff'],
    ['full width', 'Ｎｏｒｔｈｓｈｏｒｅ Maritime College'],
    ['an accent', 'Nórthshore Maritime Collège'],
    ['signs around it', '★ Northshore-Maritime College! ✓'],
    ['rn for m', 'Northshore Maritirne College'],
    ['zeros and ones', 'N0rthsh0re Mar1t1me C0llege'],
    ['tags', 'Northshore Maritime College\u{e0041}\u{e0042}'],
    ['a turn of the direction', '\u202dNorthshore Maritime College\u202c'],
    ['a heap of marks', `No${'\u0301'.repeat(50_000)}rthshore Maritime College`],
    ['hyphens without end', `Northshore${'-'.repeat(50_000)}Maritime${'- '.repeat(20_000)}College`],
    ['signs without end', `${'★ '.repeat(20_000)}Northshore Maritime College`],
    ['much that is not seen', `Northshore${'\u200b'.repeat(5000)} Maritime College`],
  ])('%s: not valid', async (_, name) => {
    const result = await validate(calling({ name }))
    expect(told(result)).toEqual(FOUND_OUT)
    expect(identityOf('identity', result)?.errors[0]).toMatchObject({
      path: '$.issuer',
      detail: `${NAME}, ${known.domain}`,
    })
  })

  it.each<[string, () => Json]>([
    ['in a language', () => ({ name: { '@value': NAME, '@language': 'en' } })],
    ['in the second language', () => ({ name: [{ '@value': 'École', '@language': 'fr' }, { '@value': NAME }] })],
    ['by language', () => ({ name: { fr: 'École', en: NAME } })],
    ['in a list in a list', () => ({ name: [['École', [NAME]]] })],
    [
      'as a further identifier',
      () => ({ name: 'École', otherIdentifier: [{ type: 'IdentifierEntry', identifier: NAME }] }),
    ],
    ['as its domain', () => ({ name: known.domain })],
    ['as a domain that looks like its', () => ({ name: known.domain.replace('issuer', '1ssuer') })],
  ])('%s: found out', async (_, members) => {
    const result = await validate(calling(members()))
    expect([result.verdict, identityOf('identity', result)?.errors.map(({ code }) => code)]).toEqual([
      'not_valid',
      ['issuer_look_alike'],
    ])
  })

  it('self-asserted, in either form, and by a DID at a domain that looks like its', async () => {
    const issuer = { id: KEY_DID, type: ['Profile'], name: NAME }
    expect(told(await validate(await signJsonLd(testBadge({ issuer }), KEY_DID_METHOD)))).toEqual(FOUND_OUT)
    const elsewhere = known.domain.replace('issuer', '1ssuer')
    const lookAlike = endorser(elsewhere)
    Object.assign(documents, lookAlike.documents)
    const badge = testBadge({ issuer: { id: lookAlike.did, type: ['Profile'], name: 'Some College' } })
    expect(told(await validate(await signJsonLd(badge, lookAlike.method)))).toEqual(FOUND_OUT)
  })

  it('is not found out by a name that does not look the same', async () => {
    for (const name of ['Northshore Maritime', 'Southport Maritime College', 'École', undefined])
      expect(told(await validate(calling({ name })))).toEqual(['valid', 'resolved', [], []])
    expect(told(await validate(signJwt(testBadge({ issuer: TEST_DID }))))).toEqual(['valid', 'resolved', [], []])
  })

  it('nor hidden by what else is wrong, or could not be reached', async () => {
    const over = signJwt(
      testBadge({ issuer: { id: TEST_DID, type: ['Profile'], name: NAME }, validUntil: '2024-06-01T00:00:00Z' }),
    )
    expect((await validate(over)).issuer?.identity).toBe('impersonation_suspected')
    const unreached = calling({ name: NAME }, 'did:web:unreachable.example')
    expect(told(await validate(unreached))).toEqual([
      'not_valid',
      'unverified',
      ['issuer_look_alike'],
      ['issuer_look_alike'],
    ])
  })
})

describe('who may well be that issuer', () => {
  it('signs at its verified domain, or below it: valid, with a warning', async () => {
    for (const { did, method } of [endorser(known.domain), ours]) {
      const badge = testBadge({ issuer: { id: did, type: ['Profile'], name: NAME } })
      expect(told(await validate(await signJsonLd(badge, method)))).toEqual([
        'valid',
        'resolved',
        [],
        ['issuer_look_alike'],
      ])
    }
  })

  it('goes by the name of one without a verified domain: nobody can tell', async () => {
    expect(told(await validate(calling({ name: 'Southshore Academy' })))).toEqual([
      'valid',
      'impersonation_suspected',
      [],
      ['issuer_look_alike'],
    ])
  })
})

describe('when the names of issuers cannot be relied on', () => {
  it('nothing of somebody else is judged, whoever it is', async () => {
    const badge = calling({ name: 'École' })
    await workingPool().query(`UPDATE issuers SET name = 'Elsewhere' WHERE id = $1`, [known.id])
    await expect(validate(badge)).rejects.toMatchObject({ code: 'unavailable' })
    await workingPool().query(`UPDATE issuers SET name = $2 WHERE id = $1`, [known.id, NAME])
    expect((await validate(badge)).verdict).toBe('valid')
  })

  it('nor when they cannot be read', async () => {
    const badge = calling({ name: NAME })
    await database.asOwner('ALTER TABLE issuers RENAME COLUMN mac TO mac_gone')
    await expect(validate(badge)).rejects.toMatchObject({ code: 'unavailable' })
    await database.asOwner('ALTER TABLE issuers RENAME COLUMN mac_gone TO mac')
    expect(told(await validate(badge))).toEqual(FOUND_OUT)
  })

  it('nor when a row of one is lost', async () => {
    const badge = await selfSigned()
    const setCurrent = async (current: boolean) => {
      await database.asOwner(
        `ALTER TABLE issuer_slugs DISABLE TRIGGER USER;
         UPDATE issuer_slugs SET current = ${current} WHERE issuer_id = '${known.id}';
         ALTER TABLE issuer_slugs ENABLE TRIGGER USER`,
      )
      forgetLookedFor()
    }
    await setCurrent(false)
    await expect(validate(badge)).rejects.toMatchObject({ code: 'unavailable' })
    await setCurrent(true)
    expect((await validate(badge)).verdict).toBe('valid')
  })
})

describe('when the clock of this process is wrong', () => {
  it.each([-86_400_000, 86_400_000])('by %i ms, nobody knows whether a badge has ended', async (by) => {
    const badge = await selfSigned()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + by)
    await expect(validate(badge)).rejects.toMatchObject({ code: 'unavailable' })
    clock.mockRestore()
    expect((await validate(badge)).verdict).toBe('valid')
  })
})
