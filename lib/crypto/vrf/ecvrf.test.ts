import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proveVrf, verifyVrf, vrfPublicKey } from './ecvrf'
import { decodePublicKey } from './edwards-point'

/** RFC 9381, appendix B.3, examples 16, 17 and 18. */
const VECTORS = [
  {
    secret: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    input: '',
    proof:
      '8657106690b5526245a92b003bb079ccd1a92130477671f6fc01ad16f26f723f26f8a57ccaed74ee1b190bed1f479d9727d2d0f9b005a6e456a35d4fb0daab1268a1b0db10836d9826a528ca76567805',
    output:
      '90cf1df3b703cce59e2a35b925d411164068269d7b2d29f3301c03dd757876ff66b71dda49d2de59d03450451af026798e8f81cd2e333de5cdf4f3e140fdd8ae',
  },
  {
    secret: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    input: '72',
    proof:
      'f3141cd382dc42909d19ec5110469e4feae18300e94f304590abdced48aed5933bf0864a62558b3ed7f2fea45c92a465301b3bbf5e3e54ddf2d935be3b67926da3ef39226bbc355bdc9850112c8f4b02',
    output:
      'eb4440665d3891d668e7e0fcaf587f1b4bd7fbfe99d0eb2211ccec90496310eb5e33821bc613efb94db5e5b54c70a848a0bef4553a41befc57663b56373a5031',
  },
  {
    secret: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    input: 'af82',
    proof:
      '9bc0f79119cc5604bf02d23b4caede71393cedfbb191434dd016d30177ccbf8096bb474e53895c362d8628ee9f9ea3c0e52c7a5c691b6c18c9979866568add7a2d41b00b05081ed0f58ee5e31b3a970e',
    output:
      '645427e5d00c62a23fb703732fa5d892940935942101e456ecca7bb217c61c452118fec1219202a0edcf038bb6373241578be7217ba85a2687f7a0310b2df19f',
  },
].map((texts) => ({
  secret: Buffer.from(texts.secret, 'hex'),
  publicKey: Buffer.from(texts.publicKey, 'hex'),
  input: Buffer.from(texts.input, 'hex'),
  proof: Buffer.from(texts.proof, 'hex'),
  output: Buffer.from(texts.output, 'hex'),
}))

/** The eight points of small order, and spellings of them that are no canonical ones. */
const SMALL_ORDER = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  '0100000000000000000000000000000000000000000000000000000000000080',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map((text) => Buffer.from(text, 'hex'))

const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
const inputs = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))

describe('the VRF', () => {
  it.each(VECTORS)(
    'makes and takes the proof of the RFC about $input',
    ({ secret, publicKey, input, proof, output }) => {
      expect(vrfPublicKey(secret)).toEqual(publicKey)
      expect(proveVrf(secret, input)).toEqual({ proof, output })
      expect(verifyVrf(publicKey, input, proof)).toEqual(output)
    },
  )

  it('proves its own outputs, for that key and that input alone', () => {
    const property = fc.property(secrets, secrets, inputs, inputs, (secret, other, input, another) => {
      const { proof, output } = proveVrf(secret, input)
      const publicKey = vrfPublicKey(secret)
      expect(verifyVrf(publicKey, input, proof)).toEqual(output)
      expect(verifyVrf(vrfPublicKey(other), input, proof)).toEqual(other.equals(secret) ? output : null)
      expect(verifyVrf(publicKey, another, proof)).toEqual(another.equals(input) ? output : null)
    })
    fc.assert(property, { numRuns: 20 })
  })

  it('takes no proof of which one bit was changed', () => {
    const [{ publicKey, input, proof }] = VECTORS as [(typeof VECTORS)[number]]
    for (let bit = 0; bit < proof.length * 8; bit++) {
      const changed = Buffer.from(proof)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(verifyVrf(publicKey, input, changed)).toBeNull()
    }
  })

  it('takes no second spelling of a proof: the scalar is below the order', () => {
    const [{ publicKey, input, proof }] = VECTORS as [(typeof VECTORS)[number]]
    const scalar = BigInt(`0x${Buffer.from(proof.subarray(48)).reverse().toString('hex')}`)
    const above = (scalar + ed25519.Point.Fn.ORDER).toString(16).padStart(64, '0')
    const respelled = Buffer.concat([proof.subarray(0, 48), Buffer.from(above, 'hex').reverse()])
    expect(verifyVrf(publicKey, input, respelled)).toBeNull()
  })

  it.each(SMALL_ORDER)('takes no key and no gamma of small order: %#', (point) => {
    const [{ publicKey, input, proof }] = VECTORS as [(typeof VECTORS)[number]]
    expect(verifyVrf(point, input, proof)).toBeNull()
    expect(verifyVrf(point, input, Buffer.concat([point, Buffer.alloc(48)]))).toBeNull()
    expect(verifyVrf(publicKey, input, Buffer.concat([point, proof.subarray(32)]))).toBeNull()
  })

  it('takes no second spelling of a key: its y is below the prime', () => {
    const spellings = Array.from({ length: 19 }, (_, y) =>
      [0x00, 0x80].map((sign) => spelledAbovePrime(y, sign)),
    ).flat()
    const taken = spellings.filter((bytes) => isPointOfZip215(bytes))
    expect(taken.length).toBeGreaterThan(8)
    expect(taken.map(decodePublicKey).filter((point) => point !== null)).toEqual([])
  })

  it('reads any bytes as key and proof without an exception', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 90 }), fc.uint8Array({ maxLength: 90 }), (key, proof) => {
      expect(verifyVrf(key, Buffer.alloc(3), proof)).toBeNull()
    })
    fc.assert(property)
  })
})

/** The 32 bytes that say y + 2^255 - 19. */
function spelledAbovePrime(y: number, sign: number): Buffer {
  const bytes = Buffer.alloc(32, 0xff)
  bytes.writeUInt8(0xed + y, 0)
  bytes.writeUInt8(0x7f | sign, 31)
  return bytes
}

/** Whether others, who are less strict, read a point in these bytes. */
function isPointOfZip215(bytes: Buffer): boolean {
  try {
    ed25519.Point.fromBytes(Uint8Array.from(bytes), true)
    return true
  } catch {
    return false
  }
}
