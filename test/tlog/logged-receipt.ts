import type { ReceiptClaims } from '@/lib/contract/check/receipt'
import { exampleReceiptAnswer } from '@/lib/contract/check/receipt-examples'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { generateKeyPair } from '@/lib/crypto/signature/public-key'
import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { serialKey } from '@/lib/domain/certificate/serial'
import { publicLeafBytes } from '@/lib/domain/log/public-leaf'
import { beginLeaf, ExampleLog, genuineLeaf, ISSUER, issuerLeaf, NOW, sealedLeaf } from './example-log'
import type { HeldNoteKey } from './note-keys'
import { proveLeaf } from './prove-leaf'

const EXAMPLE = exampleReceiptAnswer('https://certificates.example').receipt
const KEY = EXAMPLE.issuer_key ?? ''
const OWNER = EXAMPLE.issuer_did ?? ''
export const SERIAL = serialKey(EXAMPLE.serial)
const FORMS = { vc_jwt: '11'.repeat(32), open_badge_jsonld: '22'.repeat(32), open_badge_jwt: '33'.repeat(32) }
const { publicJwk } = generateKeyPair('EdDSA')
export const ISSUED = genuineLeaf(SERIAL, 1, { forms: FORMS })

/** A leaf about the key that signed the certificate. */
export function keyLeaf(state: 'active' | 'retired' | 'compromised'): Buffer {
  const fields = {
    algorithm: 'EdDSA',
    at: NOW * 1000,
    key_id: KEY,
    owner: OWNER,
    public_jwk: publicJwk,
    state,
  } as const
  return publicLeafBytes({ kind: 'log-key/v1', fields } as Parameters<typeof publicLeafBytes>[0])
}

/** A leaf about a key of the log itself. */
export function logKeyLeaf({ key }: HeldNoteKey, state: 'active' | 'retired' | 'compromised'): Buffer {
  const public_jwk = { crv: 'Ed25519' as const, kty: 'OKP' as const, x: encodeBase64url(key.publicBytes) }
  const fields = {
    algorithm: 'EdDSA' as const,
    at: NOW * 1000,
    key_id: formatVkey(key),
    owner: 'log',
    public_jwk,
    state,
  }
  return publicLeafBytes({ kind: 'log-key/v1', fields })
}

/** A leaf about the standing of its issuer. */
export function standingLeaf(type: 'suspended' | 'resumed', sequence = 1): Buffer {
  const fields = {
    at: NOW * 1000,
    chain: 'issuer',
    chain_id: ISSUER,
    detail: null,
    event_sha256: 'cd'.repeat(32),
  } as const
  return publicLeafBytes({ kind: 'log-chain/v1', fields: { ...fields, sequence, type } })
}

/** A log that has the certificate of the example receipt. */
export async function certificateLog(): Promise<ExampleLog> {
  const log = new ExampleLog()
  return log.grow([beginLeaf(log.key), issuerLeaf(), keyLeaf('active'), sealedLeaf(1), ISSUED.bytes])
}

/** What a receipt of that certificate says, and the proofs that it carries. */
export async function loggedReceipt(log: ExampleLog): Promise<{ claims: ReceiptClaims; proofs: { proof: string }[] }> {
  const { origin, size, root } = parseCheckpoint(parseNote(log.files.get('checkpoint') ?? Buffer.alloc(0)).text)
  const anchor = { origin, tree_size: size, root_hash: root.toString('hex') }
  const claims = {
    ...EXAMPLE,
    artifacts: [
      { type: 'vc+jwt', sha256: FORMS.vc_jwt },
      { type: 'openbadge+jsonld', sha256: FORMS.open_badge_jsonld },
      { type: 'openbadge+jwt', sha256: FORMS.open_badge_jwt },
    ],
    log: { ...anchor, leaf_hashes: [leafHash(ISSUED.bytes).toString('hex')] },
  }
  return { claims, proofs: [{ proof: await proveLeaf(log, SERIAL, ISSUED) }] }
}
