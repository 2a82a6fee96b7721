import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a passkey's answer may get wrong, for tests that expect a refusal. */
export interface Flaws {
  origin?: string
  rpId?: string
  /** Without finger, face or PIN. */
  unverified?: true
  counter?: number
  userHandle?: string
  challenge?: string
}

interface Options {
  challenge: string
  user?: { id: string }
}

/** A device that keeps one passkey, as a browser would use it at https://verify.test. */
export class TestPasskey {
  readonly id = randomBytes(16)
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  private counter = 0
  private handle = ''

  /** Answers the options of a registration, as JSON. */
  register(options: Options, flaws: Flaws = {}): string {
    this.handle = options.user?.id ?? ''
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]) as never,
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const authData = Buffer.concat([this.authData(0x40, flaws), Buffer.alloc(16), length, this.id, Buffer.from(key)])
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]) as never,
    )
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', options, flaws),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Answers the options of a sign-in or confirmation, as JSON. */
  show(options: Options, flaws: Flaws = {}): string {
    this.counter += 1
    const authData = this.authData(0, flaws)
    const clientDataJSON = this.clientData('webauthn.get', options, flaws)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    return this.answer({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authData, hash]), this.keys.privateKey).toString('base64url'),
      userHandle: flaws.userHandle ?? this.handle,
    })
  }

  private authData(flags: number, flaws: Flaws): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(flaws.counter ?? this.counter)
    const rpId = createHash('sha256')
      .update(flaws.rpId ?? 'verify.test')
      .digest()
    return Buffer.concat([rpId, Buffer.from([flags | 0x01 | (flaws.unverified ? 0 : 0x04)]), counter])
  }

  private clientData(type: string, options: Options, flaws: Flaws): string {
    const challenge = flaws.challenge ?? options.challenge
    const data = { type, challenge, origin: flaws.origin ?? 'https://verify.test', crossOrigin: false }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  private answer(response: object): string {
    const id = this.id.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} })
  }
}
