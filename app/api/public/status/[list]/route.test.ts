import { importJWK, type JWK, jwtVerify } from 'jose'
import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type JsonLdDocument, verifyDataIntegrityProof } from '@/lib/crypto/signature/data-integrity'
import { generateKeyPair, publicKeyFrom } from '@/lib/crypto/signature/public-key'
import { parsePublicJwk } from '@/lib/crypto/signature/public-key'
import { env, parseEnv, setEnv } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { askStatusList, badgeOf, bitsOf, countBits, hasBit, isSet, placeOf } from '@/test/badges/badge-requests'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type Column, TamperedDatabase } from '@/test/tampering/tampered-database'

const JWT = { accept: 'application/vc+jwt' }
const REASONS = { reason: 'test', actor: 'test', publicReason: null }
const database = useServiceDatabase()

beforeEach(() => setRateCounter(new MemoryRateCounter()))

const placed = async (serial: string) => placeOf(await badgeOf(serial))

describe('answers', () => {
  it('with a list of 131,072 entries that the issuer signed, good for minutes', async () => {
    const issuer = await mintIssuer()
    const { list } = await placed(await issueOne(issuer))
    const response = await askStatusList(list.toUpperCase())
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vc'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(response.headers.get('x-ratelimit-limit')).toBe('240')
    const document = (await response.json()) as JsonLdDocument & { validFrom: string; validUntil: string }
    expect(document).toMatchObject({
      id: `https://verify.test/api/public/status/${list}`,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: issuer.did,
      credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', ttl: 60_000 },
    })
    expect(Date.parse(document.validUntil) - Date.parse(document.validFrom)).toBe(16 * 60_000)
    const { keys } = await getIssuerKeys(issuer.id)
    const [proof] = document.proof as { verificationMethod: string }[]
    const key = keys.find(({ keyId }) => keyId === proof?.verificationMethod)
    const publicKey = publicKeyFrom(parsePublicJwk(key?.publicJwk))
    expect(await verifyDataIntegrityProof(document, publicKey)).toBe(true)
    expect(await verifyDataIntegrityProof({ ...document, validUntil: '2099-01-01T00:00:00Z' }, publicKey)).toBe(false)
    expect(await bitsOf(list)).toHaveLength(131_072 / 8)
  })

  it('with the bits of withdrawn and of replaced certificates, from the very next request on', async () => {
    const issuer = await mintIssuer()
    const [good, withdrawn, replaced] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    const places = { good: await placed(good), withdrawn: await placed(withdrawn), replaced: await placed(replaced) }
    expect(countBits(await bitsOf(places.good.list))).toBe(0)
    await withdrawCertificate(withdrawn, REASONS)
    expect(await isSet(places.withdrawn)).toBe(true)
    expect(await isSet(places.replaced)).toBe(false)
    const { certificate } = await correctCertificate(replaced, { fullName: 'B' }, REASONS)
    expect(await isSet(places.replaced)).toBe(true)
    expect(await isSet(await placed(certificate.serial))).toBe(false)
    expect(await isSet(places.good)).toBe(false)
    expect(countBits(await bitsOf(places.good.list))).toBe(2)
  })

  it('with the same list as a vc+jwt, for whoever asks for one', async () => {
    const issuer = await mintIssuer()
    const withdrawn = await placed(await issueOne(issuer))
    const serial = await issueOne(issuer)
    const { list, index } = await placed(serial)
    await withdrawCertificate(serial, REASONS)
    const response = await askStatusList(list, { accept: 'application/vc+jwt' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vc+jwt'])
    expect([response.headers.get('cache-control'), response.headers.get('vary')]).toEqual(['no-cache', 'accept'])
    const { keys } = await getIssuerKeys(issuer.id)
    const resolve = ({ kid }: { kid?: string }) => {
      const key = keys.find(({ keyId }) => keyId === kid)
      return importJWK(parsePublicJwk(key?.publicJwk) as JWK, 'ES256')
    }
    const { payload, protectedHeader } = await jwtVerify(await response.text(), resolve, {
      algorithms: ['ES256'],
      typ: 'vc+jwt',
      issuer: issuer.did,
      requiredClaims: ['exp'],
    })
    expect(Object.keys(protectedHeader).sort()).toEqual(['alg', 'cty', 'kid', 'typ'])
    const { iss, exp, validFrom, validUntil, ...jwt } = payload
    expect([iss, exp]).toEqual([issuer.did, Date.parse(String(validUntil)) / 1000])
    expect((exp ?? 0) * 1000 - Date.parse(String(validFrom))).toBe(16 * 60_000)
    const plain = await askStatusList(list)
    expect([plain.headers.get('content-type'), plain.headers.get('vary')]).toEqual(['application/vc', 'accept'])
    const { proof: _proof, validFrom: _from, validUntil: _until, ...jsonld } = (await plain.json()) as JsonLdDocument
    expect(jwt).toEqual(jsonld)
    const { encodedList } = jwt.credentialSubject as { encodedList: string }
    const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
    expect([hasBit(bits, index), hasBit(bits, withdrawn.index), countBits(bits)]).toEqual([true, false, 1])
  })

  it('in the usual form to whoever does not ask for the other', async () => {
    const { list } = await placed(await issueOne(await mintIssuer()))
    for (const accept of ['*/*', 'application/vc', 'application/json', 'application/vc+jwt;q=0', 'nonsense']) {
      expect((await askStatusList(list, { accept })).headers.get('content-type')).toBe('application/vc')
    }
  })

  it('of a suspended issuer too, and anywhere, whichever countries are served', async () => {
    const issuer = await mintIssuer()
    const { list } = await placed(await issueOne(issuer))
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    const geoip = 'test/data/geoip/'
    const databases = {
      GEOIP_COUNTRY_DB: `${geoip}GeoLite2-Country-Test.mmdb`,
      GEOIP_ANONYMOUS_DB: `${geoip}GeoIP2-Anonymous-IP-Test.mmdb`,
    }
    await loadReach(parseEnv({ SERVED_COUNTRIES: 'SE', ...databases }))
    try {
      expect((await askStatusList(list)).status).toBe(200)
    } finally {
      await loadReach(parseEnv({}))
    }
  })

  it('with every bit, when many are set at the same moment', async () => {
    const issuer = await mintIssuer()
    const serials: string[] = []
    for (let count = 0; count < 6; count += 1) serials.push(await issueOne(issuer))
    const [first, ...rest] = await Promise.all(serials.map(placed))
    await Promise.all([
      ...serials.slice(0, 3).map((serial) => withdrawCertificate(serial, REASONS)),
      ...serials.slice(3).map((serial) => correctCertificate(serial, { fullName: 'C' }, REASONS)),
    ])
    for (const place of [first, ...rest]) expect(place && (await isSet(place))).toBe(true)
    expect(countBits(await bitsOf(first?.list ?? ''))).toBe(6)
  })
})

describe('refuses', () => {
  it('what names no list', async () => {
    for (const wrong of [randomUUID(), 'nothing', '\0', '😀', '../x']) {
      const response = await askStatusList(wrong)
      expect([response.status, await response.json()]).toMatchObject([404, { success: false }])
    }
  })

  it('a list that cannot be signed, or not be read: 503, never a list', async () => {
    const issuer = await mintIssuer()
    const { list } = await placed(await issueOne(issuer))
    const before = env()
    setEnv({ ...before, KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') })
    for (const headers of [{}, JWT]) expect((await askStatusList(list, headers)).status).toBe(503)
    setEnv(before)
    await closeDatabase()
    setEnv({ ...before, DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none' })
    const away = await askStatusList(list)
    expect([away.status, away.headers.has('retry-after')]).toEqual([503, true])
    await closeDatabase()
    setEnv(before)
    await workingPool().query("UPDATE issuer_signing_keys SET state = 'retired' WHERE issuer_id = $1", [issuer.id])
    for (const headers of [{}, JWT]) expect((await askStatusList(list, headers)).status).toBe(503)
  })

  it.each([
    ['EdDSA', {}],
    ['ES256', JWT],
  ] as const)('to sign with an %s key that somebody put into the issuer’s row', async (algorithm, headers) => {
    const issuer = await mintIssuer()
    const { list } = await placed(await issueOne(issuer))
    const { publicJwk } = generateKeyPair(algorithm)
    await workingPool().query(
      'UPDATE issuer_signing_keys SET public_jwk = $2 WHERE issuer_id = $1 AND algorithm = $3::key_algorithm',
      [issuer.id, JSON.stringify(publicJwk), algorithm],
    )
    expect((await askStatusList(list, headers)).status).toBe(503)
  })
})

describe('isolation', () => {
  const TABLES = ['certificates', 'status_changes']
  let tampered: TamperedDatabase
  let places: { list: string; index: number }[]

  beforeAll(async () => {
    const [issuer, other] = [await mintIssuer(), await mintIssuer()]
    const gone = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    await issueOne(issuer)
    places = await Promise.all(gone.map(placed))
    const elsewhere = await issueOne(other)
    const foreign = await placed(elsewhere)
    await withdrawCertificate(gone[0] ?? '', REASONS)
    await correctCertificate(gone[1] ?? '', { fullName: 'B' }, REASONS)
    await withdrawCertificate(gone[2] ?? '', REASONS)
    await withdrawCertificate(elsewhere, REASONS)
    places.push(foreign)
    tampered = await TamperedDatabase.open(database.adminUrl, TABLES)
    return () => tampered.close()
  })

  /** Names, dates and notes of a certificate have no part in a list. */
  const COLUMNS: Record<string, RegExp> = {
    certificates: /^(id|issuer_id|lineage_id|revision|status|status_list_id|status_index)$/,
    status_changes: /./,
  }

  /** Values that would take a bit away, if a column were believed. */
  const wrongValues = ({ name, type }: Column, foreign: string): (string | null)[] => {
    if (name === 'status') return ['issued']
    if (type === 'uuid') return [randomUUID(), foreign]
    if (type === 'int4') return ['7', '-1', '131072', '2']
    if (type === 'timestamptz') return ['2020-01-01T00:00:00Z', '2120-01-01T00:00:00Z']
    return ['x', null]
  }

  it('no edit of any column gives a withdrawn or replaced certificate its good standing back', async () => {
    let answered = 0
    let refused = 0
    for (const table of TABLES) {
      for (const row of await tampered.rows(table)) {
        for (const column of (await tampered.columns(table)).filter(({ name }) => COLUMNS[table]?.test(name))) {
          for (const value of wrongValues(column, places.at(-1)?.list ?? '')) {
            const restore = await tampered.set(row, column, value)
            if (!restore) continue
            setRateCounter(new MemoryRateCounter())
            for (const list of new Set(places.map((place) => place.list))) {
              const bits = await bitsOf(list).catch(() => null)
              if (bits) answered += 1
              else refused += 1
              const here = places.filter((place) => place.list === list)
              const cleared = bits && here.filter(({ index }) => !hasBit(bits, index))
              expect([table, column.name, value, cleared ?? []]).toEqual([table, column.name, value, []])
            }
            await restore()
          }
        }
      }
    }
    // Both ends happen: a column that is not believed at all, and a history that fails its check.
    expect([answered > 50, refused > 20]).toEqual([true, true])
  })

  it('nor does a history that lost its first entry, or all of them while the columns stand', async () => {
    const [place] = places
    await tampered.sql('DELETE FROM status_changes WHERE sequence = 1')
    expect((await askStatusList(place?.list ?? '')).status).toBe(503)
    await tampered.sql('DELETE FROM status_changes')
    for (const each of places) expect(await isSet(each)).toBe(true)
  })
})
