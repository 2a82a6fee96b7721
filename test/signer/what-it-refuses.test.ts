import { type KeyObject, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pingedShape, signedBytesShape, type SigningKey } from '@/lib/contract/signer'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { publicKeyFrom } from '@/lib/crypto/signature/public-key'
import { ARTIFACT_STATEMENT_TYPE, artifactStatementPayload } from '@/lib/domain/certificate/artifact'
import { buildCredential, type SignedContent } from '@/lib/domain/certificate/credential'
import { eventBytes, type UnsignedEvent } from '@/lib/domain/history/event'
import { KEY_STATEMENT_TYPE, keyStatementPayload } from '@/lib/domain/history/key-statement'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { assuranceMac, issuerMac } from '@/lib/service/issuers/issuer-seal'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { signCredential } from '@/lib/service/keys/make-signed-forms'
import { workingPool } from '@/lib/store/database/database'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { findIssuerById, type StoredIssuer } from '@/lib/store/issuers/issuers'
import { sealOf } from '@/lib/store/keys/sealed-rows'
import { SEALED_TABLE_NAMES, type SealedTable } from '@/lib/store/keys/sealed-tables'
import { readServiceKeys } from '@/lib/store/keys/service-keys'
import { readFrames } from '@/lib/store/signer/frames'
import { askSigner } from '@/lib/store/signer/signer-client'
import { socketSigner } from '@/lib/store/signer/socket-signer'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { leaveKeysTo, SignerProcess } from './signer-process'

useServiceDatabase()

const PER_HOUR = 40
let signer: SignerProcess
let issuer: StoredIssuer
let other: StoredIssuer
let service: SigningKey & { by: 'service' }
let servicesHalf: KeyObject

beforeAll(async () => {
  ;[issuer, other] = [await mintIssuer(), await mintIssuer()]
  signer = await SignerProcess.start({ SIGNER_PER_HOUR: String(PER_HOUR) })
  const [row] = await readServiceKeys()
  service = { by: 'service', keyId: row?.id ?? '' }
  servicesHalf = publicKeyFrom(JSON.parse(row?.publicJwk ?? ''))
})
afterAll(() => signer.remove())

async function keyless<T>(work: () => Promise<T>, role: 'desk' | 'public' = 'desk'): Promise<T> {
  const back = await leaveKeysTo(signer, role)
  return work().finally(back)
}

const sign = (key: SigningKey, text: string) =>
  askSigner({ ask: 'sign', key, bytes: Buffer.from(text).toString('base64') }, signedBytesShape)

async function keysOf({ id }: StoredIssuer) {
  const { rows } = await workingPool().query<{ key_id: string; algorithm: string; public_jwk: string }>(
    `SELECT key_id, algorithm, public_jwk FROM issuer_signing_keys WHERE issuer_id = $1 AND state = 'active'`,
    [id],
  )
  const named = (algorithm: 'ES256' | 'EdDSA') => {
    const row = rows.find((one) => one.algorithm === algorithm)
    const half = publicKeyFrom(JSON.parse(row?.public_jwk ?? ''))
    return socketSigner({ by: 'issuer', issuerId: id, keyId: row?.key_id ?? '' }, algorithm, half)
  }
  return { es256: named('ES256'), eddsa: named('EdDSA') }
}

function content(of: StoredIssuer, changes: Partial<SignedContent> = {}): SignedContent {
  return {
    ...{ id: randomUUID(), serial: randomUUID(), fullName: 'A', registrationNumber: null, eventTitle: 'E' },
    ...{ achievement: 'P', eventDate: null, issuedAt: 1_790_000_000_000, expiresAt: null },
    issuer: { id: of.id, did: of.did, name: of.name, verifiedDomain: of.domain },
    ...{ statusListId: randomUUID(), statusIndex: 7 },
    ...changes,
  }
}

/** Signs a certificate past every rule of the asking process. */
async function signPast(of: StoredIssuer, changes: Partial<SignedContent> = {}, more: Record<string, unknown> = {}) {
  const credential = { ...buildCredential(content(of, changes), randomUUID(), 'https://verify.test'), ...more }
  return signCredential(credential, await keysOf(of), Date.now())
}

/** How many certificates of an issuer are signed, one after another, until its hour is used up. */
async function signedBeforeRefusal(of: StoredIssuer): Promise<number> {
  for (let signed = 0; ; signed += 1) {
    const refusal = await signPast(of).then(
      () => null,
      (error: unknown) => error,
    )
    if (refusal === null && signed <= 2 * PER_HOUR) continue
    expect(refusal).toMatchObject({ message: expect.stringMatching(/no more .* of this issuer within this hour/) })
    return signed
  }
}

/** Whether this process can make a row of a table that counts. */
function canSeal(table: SealedTable): boolean {
  try {
    return sealOf(table, {}) !== ''
  } catch (error) {
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Only the signer') as string })
    return false
  }
}

async function rowOf({ id }: StoredIssuer) {
  const found = await findIssuerById(workingPool(), id)
  if (!found) throw new Error('the issuer is gone')
  return found
}

function event(changes: Partial<UnsignedEvent> = {}): UnsignedEvent {
  return {
    ...{ chainId: randomUUID(), chain: 'lineage', sequence: 2, type: 'withdrawn', certificateId: randomUUID() },
    ...{ at: Date.now(), actor: 'test', previousHash: 'a'.repeat(64), forms: null, detail: null },
    ...changes,
  } as UnsignedEvent
}

describe('a certificate', () => {
  it('is signed in its three forms, and its event once', async () => {
    await keyless(async () => {
      const { hashes } = await signPast(issuer)
      const issued = event({ type: 'issued', sequence: 1, previousHash: null, forms: hashes })
      await expect(sign(service, eventBytes(issued))).resolves.toMatch(/^[A-Za-z0-9+/]{86}==$/)
      await expect(sign(service, eventBytes({ ...issued, chainId: randomUUID() }))).rejects.toThrow(/not signed here/)
    })
  })

  it.each([
    [
      'another issuer’s DID',
      () => ({ issuer: { id: issuer.id, did: other.did, name: issuer.name, verifiedDomain: '' } }),
    ],
    ['another name', () => ({ issuer: { id: issuer.id, did: issuer.did, name: 'Harvard', verifiedDomain: '' } })],
    [
      'a domain that was not verified',
      () => ({ issuer: { id: issuer.id, did: issuer.did, name: issuer.name, verifiedDomain: 'harvard.edu' } }),
    ],
  ])('is refused with %s', async (_, changes) => {
    await keyless(() => expect(signPast(issuer, changes())).rejects.toThrow(/The signer refuses/))
  })

  it.each([
    ['another member', { evidence: [{ id: 'x' }] }],
    ['another type', { type: ['VerifiableCredential'] }],
    ['another context', { '@context': ['https://www.w3.org/ns/credentials/v2'] }],
    [
      'a status list elsewhere',
      { credentialStatus: { id: 'x', statusListIndex: '1', statusListCredential: 'https://x' } },
    ],
  ])('is refused with %s', async (_, more) => {
    await keyless(() => expect(signPast(issuer, {}, more)).rejects.toThrow(/neither a certificate/))
  })

  it('is refused under the key of another issuer', async () => {
    await keyless(async () => {
      const keys = await keysOf(other)
      const credential = buildCredential(content(issuer), randomUUID(), 'https://verify.test')
      await expect(signCredential(credential, keys, Date.now())).rejects.toThrow(/The signer refuses/)
    })
  })

  it('of a suspended issuer is refused, by what the signer itself reads', async () => {
    const bad = await mintIssuer()
    const withdrawn = await issueOne(bad)
    await keyless(() => expect(signPast(bad)).resolves.toBeDefined())
    await setIssuerStanding(bad.slug, 'suspended', 'test')
    await keyless(async () => {
      await expect(signPast(bad)).rejects.toThrow('The signer refuses: the issuer is suspended.')
      // Who may not issue may still withdraw.
      await withdrawCertificate(withdrawn, { reason: 'r', publicReason: null, actor: 'test' })
    })
    await setIssuerStanding(bad.slug, 'good', 'test')
    await keyless(() => expect(signPast(bad)).resolves.toBeDefined())
  })

  it('is refused beyond the hour’s number of an issuer, and no withdrawal ever is', async () => {
    const busy = await mintIssuer()
    const serial = await issueOne(busy)
    const hour = () => Math.floor(Date.now() / 3_600_000)
    await keyless(async () => {
      const [began, signed] = [hour(), await signedBeforeRefusal(busy)]
      // The hours are those of the clock: one that begins meanwhile has its number anew.
      expect(signed).toBeGreaterThanOrEqual(PER_HOUR)
      expect(signed).toBeLessThanOrEqual(PER_HOUR * (1 + hour() - began))
      await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
      await expect(signPast(other)).resolves.toBeDefined()
    })
  })
})

describe('an event', () => {
  const FORMS = { vcJwt: 'a'.repeat(64), openBadgeJsonld: 'b'.repeat(64), openBadgeJwt: 'c'.repeat(64) }
  it.each<[string, Partial<UnsignedEvent>]>([
    ['forms that were not signed here', { type: 'issued', forms: FORMS }],
    ['a correction without forms', { type: 'corrected' }],
    ['a withdrawal with forms', { forms: FORMS }],
    ['a withdrawal of nothing', { certificateId: null }],
    ['resigning', { type: 'resigned', forms: FORMS }],
    ['erasing', { type: 'erased', certificateId: null }],
    ['suspending', { type: 'suspended', chain: 'issuer', certificateId: null }],
    ['resuming', { type: 'resumed', chain: 'issuer', certificateId: null }],
    ['retiring a key', { type: 'retired', chain: 'key', certificateId: null }],
    ['compromising a key', { type: 'compromised', chain: 'key', certificateId: null }],
    ['a first entry with one before it', { sequence: 1 }],
    ['no entry before a later one', { previousHash: null }],
    ['a chain that is no UUID', { chainId: 'x' }],
    ['a time that is none', { at: -1 }],
  ])('is refused for %s', async (_, changes) => {
    await keyless(() => expect(sign(service, eventBytes(event(changes)))).rejects.toThrow(/The signer refuses/))
  })

  it('is refused when it is spelled otherwise', async () => {
    const text = eventBytes(event())
    await keyless(async () => {
      await expect(sign(service, text)).resolves.toBeDefined()
      for (const other of [` ${text}`, `${text}\n`, text.replace('{', '{"a":1,'), text.replace('"at"', '"\\u0061t"')])
        await expect(sign(service, other)).rejects.toThrow(/The signer refuses/)
    })
  })
})

describe('a statement', () => {
  it('that a key is an issuer’s is refused', async () => {
    const facts = {
      id: randomUUID(),
      issuerId: issuer.id,
      issuerDid: issuer.did,
      keyId: 'k',
      algorithm: 'ES256' as const,
    }
    await keyless(async () => {
      const byService = socketSigner(service, 'ES256', servicesHalf)
      const payload = keyStatementPayload({ ...facts, publicJwk: '{}' })
      const statement = signCompactJws({ typ: KEY_STATEMENT_TYPE, kid: service.keyId }, payload, byService)
      await expect(statement).rejects.toThrow(/nothing that the service signs/)
    })
  })

  it.each(['vc+jwt', 'JWT', 'at+jwt', ''])('of another type is refused: %j', async (typ) => {
    await keyless(() =>
      expect(
        signCompactJws({ typ, kid: service.keyId }, '{}', socketSigner(service, 'ES256', servicesHalf)),
      ).rejects.toThrow(/refuses/),
    )
  })

  it.each(['', 'a', '{}', '[]', 'a.b', 'a.b.c', '\u0000', '{"kind":"certificate-verification/event/v1"}'])(
    'that says %j is refused under every key',
    async (text) => {
      await keyless(async () => {
        const { keyId } = (await keysOf(issuer)).es256
        await expect(sign(service, text)).rejects.toThrow(/The signer refuses/)
        await expect(sign({ by: 'issuer', issuerId: issuer.id, keyId }, text)).rejects.toThrow(/The signer refuses/)
        await expect(sign({ by: 'log', keyId: randomUUID() }, text)).rejects.toThrow(/The signer refuses/)
      })
    },
  )
})

describe('a process of the public side', () => {
  it('gets statements of files signed, and no event, certificate or status list', async () => {
    await keyless(async () => {
      const statement = artifactStatementPayload({
        ...{ id: randomUUID(), certificateId: randomUUID(), type: 'jpeg', size: 1, sha256: 'a'.repeat(64) },
        ...{ template: 't', fonts: 'f', generator: 'g', createdAt: 1 },
      })
      const byService = socketSigner(service, 'ES256', servicesHalf)
      const header = { typ: ARTIFACT_STATEMENT_TYPE, kid: service.keyId }
      await expect(signCompactJws(header, statement, byService)).resolves.toBeDefined()
      await expect(sign(service, eventBytes(event()))).rejects.toThrow(/may not ask/)
      await expect(signPast(issuer)).rejects.toThrow(/may not ask/)
      await expect(askSigner({ ask: 'seal', digest: '' }, signedBytesShape)).rejects.toThrow(/may not ask/)
    }, 'public')
  })

  it('can seal what its visitors make, and nothing that the desk or the operator does', async () => {
    expect(await keyless(async () => SEALED_TABLE_NAMES.filter(canSeal), 'public')).toEqual([
      ...['passport_certificates', 'passports', 'watch_requests', 'watchers', 'watches', 'mail_messages'],
    ])
  })

  it('can vouch for no issuer, and gets none vouched for', async () => {
    await keyless(async () => {
      expect(isIssuerSealed(await rowOf(issuer))).toBe(true)
      expect(() => issuerMac(issuer)).toThrow('Only the signer holds the key')
      await expect(assuranceMac(issuer, 'verified')).rejects.toThrow(/may not ask/)
    }, 'public')
  })

  it('is handed no key of the desk’s', async () => {
    await keyless(() => expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' }), 'public')
  })
})

describe('a process of the desk', () => {
  it('can lead no slug to an issuer, and vouch for no issuer by itself', async () => {
    await keyless(async () => {
      expect(SEALED_TABLE_NAMES.filter((table) => !canSeal(table))).toEqual(['issuer_slugs'])
      expect(() => issuerMac(issuer)).toThrow('Only the signer holds the key')
      await expect(verifyIssuerDomain(issuer.slug, 'Seen.')).rejects.toThrow('Only the signer holds the key')
    })
  })

  it('gets a verified domain vouched for as lapsed and as verified again, by what the signer reads, and no other change', async () => {
    const mac = (assurance: 'verified' | 'lapsed') =>
      keyless(() =>
        assuranceMac({ ...issuer, name: 'Harvard', domain: 'harvard.edu', assurance: 'verified' }, assurance),
      )
    await expect(mac('verified')).rejects.toThrow('The signer refuses: the domain was not verified by its record.')
    const write = (assurance: string, seal: string) =>
      workingPool().query('UPDATE issuers SET assurance = $2::domain_assurance, mac = $3 WHERE id = $1', [
        ...[issuer.id, assurance, seal],
      ])
    await write('verified', issuerMac({ ...issuer, assurance: 'verified' }))
    for (const next of ['lapsed', 'verified'] as const) {
      await write(next, await mac(next))
      // Of the issuer that the row names, not of whom the process spoke of.
      expect(await rowOf(issuer)).toMatchObject({ name: issuer.name, domain: issuer.domain, assurance: next })
      expect(isIssuerSealed(await rowOf(issuer))).toBe(true)
    }
    await workingPool().query(`UPDATE issuers SET name = 'Harvard' WHERE id = $1`, [issuer.id])
    await expect(mac('lapsed')).rejects.toMatchObject({ code: 'unavailable' })
    await workingPool().query('UPDATE issuers SET name = $2 WHERE id = $1', [issuer.id, issuer.name])
    await write('attested', issuerMac({ ...issuer, assurance: 'attested' }))
  })
})

describe('a message', () => {
  /** Sends bytes as they are. @returns what came back before the connection ended, or the first answer */
  function send(bytes: Buffer, role: 'desk' | 'public' = 'desk'): Promise<unknown> {
    return new Promise((resolve) => {
      const socket = connect(signer.socket(role), () => socket.write(bytes))
      readFrames(
        socket,
        (answer) => (resolve(answer), socket.destroy()),
        () => resolve('fault'),
      )
      socket.on('close', () => resolve('closed')).on('error', () => resolve('closed'))
    })
  }
  const frame = (text: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(Buffer.byteLength(text))
    return Buffer.concat([length, Buffer.from(text)])
  }

  it.each([
    ['too long a one', Buffer.from([0x7f, 0xff, 0xff, 0xff, 0x7b])],
    ['no JSON', frame('nonsense')],
    ['no UTF-8', Buffer.from([0, 0, 0, 2, 0xff, 0xfe])],
    ['no number', frame('{"what":{"ask":"ping"}}')],
    ['an array', frame('[1,2]')],
    ['null', frame('null')],
  ])('that is %s ends the connection', async (_, bytes) => {
    expect(await send(bytes)).toBe('closed')
  })

  it.each([
    canonicalJson({ id: 1, what: { ask: 'private-key' } }),
    canonicalJson({ id: 1, what: { ask: 'ping', more: 1 } }),
    canonicalJson({ id: 1, more: 1, what: { ask: 'ping' } }),
    canonicalJson({ id: 1, what: { ask: 'sign', key: { by: 'root', keyId: 'x' }, bytes: '' } }),
    canonicalJson({
      id: 1,
      what: { ask: 'sign', key: { by: 'service', keyId: 'x' }, bytes: encodeBase64url('a') + '!' },
    }),
    canonicalJson({ id: 1 }),
  ])('of no known shape is refused: %s', async (text) => {
    expect(await send(frame(text))).toMatchObject({ id: 1, refused: 'malformed' })
  })

  it('of the public side is refused where it is longer than any that it needs', async () => {
    const text = (length: number) =>
      canonicalJson({ id: 5, what: { ask: 'sign', key: { by: 'service', keyId: 'x' }, bytes: 'A'.repeat(length) } })
    const refusal = (answer: unknown) => (answer as { message: string }).message
    const [long, longest] = [text(256 * 1024), text(255 * 1024)].map(frame)
    const [refused, read] = [
      await send(long ?? Buffer.alloc(0), 'public'),
      await send(longest ?? Buffer.alloc(0), 'public'),
    ]
    expect(refusal(refused)).toContain('malformed')
    expect(refusal(read)).not.toContain('malformed')
    expect(refusal(await send(long ?? Buffer.alloc(0)))).not.toContain('malformed')
  })

  it('that comes a byte at a time is answered', async () => {
    const socket = connect(signer.socket('desk'))
    const answered = new Promise((resolve) => readFrames(socket, resolve, resolve))
    for (const byte of frame(canonicalJson({ id: 3, what: { ask: 'ping' } })))
      await new Promise((resolve) => socket.write(Buffer.from([byte]), resolve))
    expect(await answered).toEqual({ id: 3, answer: 'desk' })
    socket.destroy()
  })

  it('whose sender reads no answers is not read on, and the others are answered', async () => {
    const count = 400_000
    const socket = connect(signer.socket('public')).pause()
    const ask = frame(canonicalJson({ id: 4, what: { ask: 'ping' } }))
    const sent = new Promise((resolve) => socket.write(Buffer.concat(Array<Buffer>(count).fill(ask)), resolve))
    let isRead = false
    void sent.then(() => (isRead = true))
    const deskIsAnswered = async () => expect(await askSigner({ ask: 'ping' }, pingedShape)).toBe('desk')
    await keyless(async () => {
      // As long as the signer takes for as many asks of somebody who reads: by then it would have read all of the others'.
      for (let asked = 0; asked < 2000 && !isRead; asked += 1) await deskIsAnswered()
    })
    expect(isRead).toBe(false)
    let answers = 0
    const all = new Promise((resolve) => readFrames(socket, () => (answers += 1) === count && resolve(true), resolve))
    socket.resume()
    expect(await all).toBe(true)
    await sent
    socket.destroy()
  })

  it('that never comes to an end, on as many connections as there may be, leaves newcomers answered', async () => {
    const opened = Array.from({ length: 65 }, () => connect(signer.socket('public')).on('error', () => undefined))
    await Promise.all(opened.map((socket) => new Promise((resolve) => socket.write(Buffer.of(0, 0), resolve))))
    const ping = frame(canonicalJson({ id: 8, what: { ask: 'ping' } }))
    expect(await send(ping, 'public')).toEqual({ id: 8, answer: 'public' })
    await keyless(async () => expect(await askSigner({ ask: 'ping' }, pingedShape)).toBe('public'), 'public')
    for (const socket of opened) socket.destroy()
  })

  it('leaves the others answered', async () => {
    await keyless(async () => {
      await send(frame('nonsense'))
      expect(await send(frame(canonicalJson({ id: 7, what: { ask: 'ping' } })))).toEqual({ id: 7, answer: 'desk' })
    })
  })
})
