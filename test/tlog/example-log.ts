import { createHash } from 'node:crypto'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { formatCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { cosignNote, signNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote } from '@/lib/crypto/tlog/signed-note'
import { TreeEdge } from '@/lib/crypto/tlog/tree-edge'
import { proveVrf, vrfPublicKey } from '@/lib/crypto/vrf/ecvrf'
import { commitTo, type LogEntry, logEntryText, logTag } from '@/lib/domain/log/log-entry'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { publicLeafBytes } from '@/lib/domain/log/public-leaf'
import { sealedLeafBytes } from '@/lib/domain/log/sealed-leaf'
import { growTree } from '@/lib/domain/log/tree-files'
import { type HeldNoteKey, newNoteKey } from './note-keys'

export const ORIGIN = 'certificates.example/log'
export const NOW = 1_780_000_000
export const ISSUER = '0198c0de-0000-7000-8000-000000000001'
const VRF_SECRET = Buffer.alloc(32, 9)

/** A log in memory, made by the same functions as a real one; tests change its files as they like. */
export class ExampleLog implements LogReader {
  readonly files = new Map<string, Buffer>()
  readonly leaves: Buffer[] = []
  readonly #edge = new TreeEdge()
  #tail: Buffer[] = []

  constructor(
    readonly key: HeldNoteKey = newNoteKey(ORIGIN, 'log'),
    readonly witnesses: HeldNoteKey[] = [newNoteKey('witness.example/w1', 'witness')],
  ) {}

  async read(path: string, most: number): Promise<Buffer | null> {
    const file = this.files.get(path) ?? null
    if (file && file.length > most) throw new LogFormatError('The file is too long.')
    return file
  }

  get policy(): string {
    const witnesses = this.witnesses.map(({ key }, place) => `witness w${place} ${formatVkey(key)}\n`).join('')
    const quorum = this.witnesses.length === 0 ? 'quorum none\n' : 'quorum w0\n'
    return `log ${formatVkey(this.key.key)}\n${witnesses}${quorum}`
  }

  /** Adds leaves and publishes a checkpoint. */
  async grow(leaves: Buffer[], time = NOW): Promise<this> {
    for (const leaf of leaves) this.leaves.push(leaf)
    const { files, tail } = await growTree(this.#edge, this.#tail, leaves)
    this.#tail = tail
    for (const { path, bytes } of files) this.files.set(path, bytes)
    return this.publish(time)
  }

  /** Signs the tree as it is, or something else. */
  async publish(time = NOW, { size = this.#edge.size, root = this.#edge.root() } = {}): Promise<this> {
    const text = formatCheckpoint({ origin: this.key.key.name, size, root })
    const cosignatures = await Promise.all(this.witnesses.map(({ key, signer }) => cosignNote(key, signer, text, time)))
    const signature = await signNote(this.key.key, this.key.signer, text)
    const note = (signatures: typeof cosignatures) => Buffer.from(formatNote({ text, signatures }))
    this.files.set('checkpoint', note([signature]))
    this.files.set('checkpoint.witnessed', note([signature, ...cosignatures]))
    return this
  }

  /** A copy of it that goes its own way. */
  async copy(): Promise<ExampleLog> {
    const copy = new ExampleLog(this.key, this.witnesses)
    await copy.grow(this.leaves)
    for (const [path, bytes] of this.files) copy.files.set(path, bytes)
    return copy
  }
}

/** The first leaf of a log of this key. */
export function beginLeaf({ key }: HeldNoteKey, { origin = ORIGIN } = {}): Buffer {
  const vrf_key = encodeBase64url(vrfPublicKey(VRF_SECRET))
  return publicLeafBytes({ kind: 'log-begin/v1', fields: { at: NOW * 1000, origin, vkey: formatVkey(key), vrf_key } })
}

export function issuerLeaf(id = ISSUER, name = 'Northshore Maritime College', domain = 'northshore.example'): Buffer {
  const fields = { at: NOW * 1000, did: `did:web:certificates.example:issuers:${id}`, domain, id, name }
  return publicLeafBytes({ kind: 'log-issuer/v1', fields })
}

/** A sealed leaf of a certificate, always the same for a number. */
export function sealedLeaf(number: number, { at = NOW, issuerId = ISSUER } = {}): Buffer {
  const random = (purpose: string) => createHash('sha256').update(`${purpose} ${number}`).digest()
  return sealedLeafBytes({ issuerId, at, tag: random('tag'), commitment: random('commitment') })
}

/** Leaves of a log: its beginning, an issuer, and so many of certificates. */
export function someLeaves(key: HeldNoteKey, certificates: number): Buffer[] {
  return [beginLeaf(key), issuerLeaf(), ...Array.from({ length: certificates }, (_, number) => sealedLeaf(number))]
}

/** A sealed leaf as it is really made, with what opens it. */
export function genuineLeaf(serial: string, place = 1, says: Partial<LogEntry> = {}) {
  const { output, proof } = proveVrf(VRF_SECRET, Buffer.from(serial))
  const salt = Buffer.alloc(32, place)
  const entry = logEntryText({
    at: NOW * 1000,
    certificate_id: '0198c0de-0000-7000-8000-0000000000ce',
    detail: null,
    event_sha256: 'ab'.repeat(32),
    forms: null,
    issuer_id: ISSUER,
    place,
    status_change_sha256: null,
    type: 'issued',
    ...says,
  })
  const leaf = { issuerId: ISSUER, at: NOW, tag: logTag(output, place), commitment: commitTo(entry, salt) }
  return { bytes: sealedLeafBytes(leaf), leaf, entry, salt, proof, vrfKey: vrfPublicKey(VRF_SECRET) }
}
