import { createPrivateKey, type KeyObject } from 'node:crypto'
import { generateKeyPair } from '@/lib/crypto/signature/public-key'
import { localSigner, type Signer } from '@/lib/crypto/signature/signer'
import { makeNoteKey, type NoteKey, type NoteKeyPurpose } from '@/lib/crypto/tlog/note-key'

/** A key of a log or a witness, with what signs under it. */
export interface HeldNoteKey {
  key: NoteKey
  signer: Signer
  privateKey: KeyObject
}

/** Makes a new one. */
export function newNoteKey(name: string, purpose: NoteKeyPurpose): HeldNoteKey {
  return heldNoteKey(name, purpose, generateKeyPair('EdDSA').privateKey)
}

/** The key of a seed, always the same. */
export function seededNoteKey(name: string, purpose: NoteKeyPurpose, seed: Uint8Array): HeldNoteKey {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return heldNoteKey(name, purpose, createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }))
}

function heldNoteKey(name: string, purpose: NoteKeyPurpose, privateKey: KeyObject): HeldNoteKey {
  const { x = '' } = privateKey.export({ format: 'jwk' })
  return {
    key: makeNoteKey(name, purpose, Buffer.from(x, 'base64url')),
    signer: localSigner(name, privateKey),
    privateKey,
  }
}
