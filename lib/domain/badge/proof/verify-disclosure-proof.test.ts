import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { sha256 } from '@/lib/crypto/encoding/sha256'
import { verifyDisclosureProof } from './verify-disclosure-proof'

const COUNT = 2515
const OPTIONS = sha256('options')

const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A derived proof over these statements, of which none is mandatory, in CBOR. */
function proofOver(statements: readonly string[]): string {
  const publicKey = Buffer.concat([Buffer.from([0x80, 0x24]), compressed(own.publicKey)])
  const base = signed(Buffer.concat([OPTIONS, publicKey, sha256('')]), issuer.privateKey)
  const signatures = statements.map((statement) => bytes(signed(Buffer.from(statement), own.privateKey)))
  const list = Buffer.concat([head(4, signatures.length), ...signatures])
  const parts = [bytes(base), bytes(publicKey), list, head(5, 0), head(4, 0)]
  return `u${encodeBase64url(Buffer.concat([Buffer.from([0xd9, 0x5d, 0x01]), head(4, parts.length), ...parts]))}`
}

const signed = (data: Buffer, key: KeyObject) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' })
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])

function head(major: number, count: number): Buffer {
  const length = Buffer.from([(major << 5) | 25, count >> 8, count & 0xff])
  return count < 24 ? Buffer.from([(major << 5) | count]) : length
}

function compressed(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const isOdd = ((Buffer.from(y, 'base64url').at(-1) ?? 0) & 1) === 1
  return Buffer.concat([Buffer.from([isOdd ? 3 : 2]), Buffer.from(x, 'base64url')])
}

describe('a proof with thousands of signatures', () => {
  const statements = Array.from({ length: COUNT }, (_, at) => `<urn:s> <urn:p> "${String(at).padStart(5, '0')}" .\n`)
  const proof = proofOver(statements)
  const key = { kind: 'P-256', publicKey: issuer.publicKey } as const

  it('is verified while the event loop serves others', async () => {
    let turns = 0
    let isDone = false
    const turn = () => {
      turns++
      if (!isDone) setImmediate(turn)
    }
    setImmediate(turn)
    const result = await verifyDisclosureProof(proof, OPTIONS, statements.join(''), key)
    isDone = true
    expect(result).toBe('verified')
    expect(turns).toBeGreaterThan(COUNT / 10)
  })

  it('does not hold with one of them changed, or of another', async () => {
    const changed = statements.with(COUNT - 1, '<urn:s> <urn:p> "99999" .\n')
    expect(await verifyDisclosureProof(proof, OPTIONS, changed.join(''), key)).toBe('invalid')
    expect(await verifyDisclosureProof(proof, sha256('other'), statements.join(''), key)).toBe('invalid')
    const other = { kind: 'P-256', publicKey: own.publicKey } as const
    expect(await verifyDisclosureProof(proof, OPTIONS, statements.join(''), other)).toBe('invalid')
  })
})
