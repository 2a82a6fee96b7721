import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { ServiceError } from '@/lib/errors'
import { derivedKey } from './derived-key'

/**
 * Where the keys of a process come from: the key encryption key (32 bytes), or what a signer handed out in its place
 * (docs/decisions/0084).
 */
export type KeySource = Buffer | HandedKeys

const ROOT_LABEL = 'certificate-verification/root-key/v1'
const DESK_LABEL = 'certificate-verification/desk-signing-key/v1'
const NAME_LABEL = 'certificate-verification/key-name/v1'
/** What comes before the 32 bytes of an Ed25519 key in PKCS#8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derived keys for some purposes and the public halves of two others: nothing that could sign for an issuer or open a private key. */
export class HandedKeys {
  readonly #keys: ReadonlyMap<string, Buffer>

  /**
   * @param keys 32 bytes for each label
   * @param root the public half of the root key
   * @param desk the public half of the desk's key
   * @param name the same for the same key encryption key, and says nothing of it
   */
  constructor(
    keys: ReadonlyMap<string, Buffer>,
    readonly root: KeyObject,
    readonly desk: KeyObject,
    readonly name: string,
  ) {
    this.#keys = keys
  }

  /** @throws ServiceError `unavailable` for every purpose that the signer keeps to itself */
  derive(label: string): Buffer {
    const key = this.#keys.get(label)
    if (!key) throw onlyTheSigner()
    return key
  }
}

/** The key for one purpose: 32 bytes. */
export function keyFor(source: KeySource, label: string): Buffer {
  return Buffer.isBuffer(source) ? derivedKey(source, label) : source.derive(label)
}

/** What a process without the key encryption key says to whatever needs it. */
export function onlyTheSigner(): ServiceError {
  return new ServiceError(
    'unavailable',
    'Only the signer holds the key for this. Run the command as the signer’s user, with its environment file.',
  )
}

interface RootKey {
  privateKey: KeyObject
  publicKey: KeyObject
  name: string
}

const roots = new WeakMap<Buffer, RootKey>()

/** The root key (Ed25519) of a key encryption key: its signatures vouch for rows that no other process may vouch for. */
export function rootKey(keyEncryptionKey: Buffer): RootKey {
  const known = roots.get(keyEncryptionKey)
  if (known) return known
  const privateKey = ed25519Of(derivedKey(keyEncryptionKey, ROOT_LABEL))
  const name = derivedKey(keyEncryptionKey, NAME_LABEL).toString('base64url')
  const made = { privateKey, publicKey: createPublicKey(privateKey), name }
  roots.set(keyEncryptionKey, made)
  return made
}

function ed25519Of(seed: Buffer): KeyObject {
  const der = Buffer.concat([PKCS8_HEAD, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  der.fill(0)
  return privateKey
}

const desks = new WeakMap<KeySource, KeyObject>()

/**
 * The desk's key (Ed25519): its signatures are for rows that the desk writes and everyone shows.
 * @throws ServiceError `unavailable` in a process that is not handed it
 */
export function deskKey(source: KeySource): KeyObject {
  const key = desks.get(source) ?? ed25519Of(keyFor(source, DESK_LABEL))
  desks.set(source, key)
  return key
}

const desksPublic = new WeakMap<Buffer, KeyObject>()

/** The public half of the desk's key. */
export function deskPublicKey(source: KeySource): KeyObject {
  if (!Buffer.isBuffer(source)) return source.desk
  const key = desksPublic.get(source) ?? createPublicKey(deskKey(source))
  desksPublic.set(source, key)
  return key
}

/** The public half of the root key. */
export function rootPublicKey(source: KeySource): KeyObject {
  return Buffer.isBuffer(source) ? rootKey(source).publicKey : source.root
}

/** A name of the key encryption key behind a source: for remembering what was checked under it. */
export function sourceName(source: KeySource): string {
  return Buffer.isBuffer(source) ? rootKey(source).name : source.name
}
