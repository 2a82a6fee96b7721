import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { parseEntryBundle } from '@/lib/crypto/tlog/entry-bundle'
import { checkInclusionProof, makeInclusionProof } from '@/lib/crypto/tlog/inclusion-proof'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { formatLogProof } from '@/lib/crypto/tlog/log-proof'
import { checkNoteSignatures } from '@/lib/crypto/tlog/note-signature'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { type Tile, tileAt, tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import { isQuorum } from '@/lib/crypto/tlog/trust-policy'
import { verifyCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { proveVrf } from '@/lib/crypto/vrf/ecvrf'
import { serialKey } from '@/lib/domain/certificate/serial'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { certificateProofExtra } from '@/lib/domain/log/certificate-proof'
import { requireWholeTile } from '@/lib/domain/log/log-files'
import type { LogStore } from '@/lib/domain/log/log-store'
import { ServiceError, undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { servingPool } from '@/lib/store/database/database'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { readLoggedEntries } from '@/lib/store/log/logged-entries'
import { logStore } from '@/lib/store/log/open-log-store'
import { logPolicy } from '@/lib/store/log/witness/log-policy'

const MOST_BYTES = 3 * 1024 * 1024

/** The proof of one leaf of a certificate. */
interface CertificateProof {
  /** Which of the certificate's leaves, from 1. */
  place: number
  index: number
  /** As text (C2SP tlog-proof). */
  proof: string
}

/**
 * Proves what the public log says of a certificate (spec part 18, section 5). No check: it is not counted.
 * @param serial as the caller typed it
 * @returns one proof for each of its leaves, in order; null when no certificate has this serial
 * @throws ServiceError `not_found` where there is nothing to prove; `gone` for a record that fails its check; `unavailable`
 */
export async function proveCertificate(serial: string): Promise<CertificateProof[] | null> {
  const checked = await checkCertificate(serial)
  if (!checked) return null
  const { certificate } = checked.judgement
  if (certificate.kind === 'invalid')
    throw new ServiceError('gone', 'The record fails its check; nothing is proved of it.')
  if (checked.log?.index == null) throw new ServiceError('not_found', 'The certificate is not in a public log.')
  return proveChecked(certificate)
}

/**
 * The proofs of the leaves of a certificate that was checked, in order; each in the newest tree that witnesses confirmed, where
 * that has the leaf, else in the newest one.
 * @throws ServiceError `unavailable` where the log cannot be read, or what is read proves nothing
 */
export async function proveChecked(certificate: GenuineCertificate): Promise<CertificateProof[]> {
  try {
    return await prove(certificate)
  } catch (error) {
    throw error instanceof LogFormatError ? undetermined(error) : error
  }
}

async function prove({ row, content }: GenuineCertificate): Promise<CertificateProof[]> {
  const { entries, vrfKey } = await servingGuard().run(() => readLoggedEntries(servingPool(), row.lineageId, row.id))
  const key = serialKey(content.serial)
  const store = await logStore()
  // In this order, so that the log may grow in between.
  const confirmed = await readConfirmed(store)
  const newest = await readNewest(store)
  const proveLeaf = treeProver(store, newest)
  const first = await readFirstLeaf(store, newest.size)
  const { proof: vrfProof } = proveVrf(vrfKey, Buffer.from(key))
  const proofs: CertificateProof[] = []
  for (const { place, index, entry, leaf, salt } of entries.filter((one) => one.index < newest.size)) {
    const tree = confirmed && index < confirmed.size ? confirmed : newest
    const begin = { leaf: first, proof: await proveLeaf(first, 0, tree) }
    const extra = certificateProofExtra({ begin, entry, salt, serial: key, vrfProof })
    const hashes = await proveLeaf(leaf, index, tree)
    proofs.push({ place, index, proof: formatLogProof({ extra, index, hashes, checkpoint: tree.note }) })
  }
  if (proofs.length === 0) throw undetermined('no leaf of a certificate is in the published tree')
  return proofs
}

/** A published tree: its checkpoint, how many leaves it has, and its root. */
interface SignedTree {
  note: string
  size: number
  root: Buffer
}

async function readNewest(store: LogStore): Promise<SignedTree> {
  const bytes = await store.read('checkpoint', MOST_BYTES)
  if (!bytes) throw undetermined('the public log has no checkpoint')
  const keys = await servingGuard().run(() => findLogKeys(servingPool()))
  const logs = keys.filter(({ purpose }) => purpose === 'log').map((row) => ({ key: noteKeyOf(row), url: null }))
  verifyCheckpoint(bytes, { logs, witnesses: [], quorum: null }, 0)
  return signedTree(bytes, parseNote(bytes).text)
}

/**
 * The newest tree that witnesses of the log's policy confirmed, with its quorum: on a log that grows the newest tree of all has
 * mostly none yet, and a reader who asks for one could prove nothing.
 * @returns null where there is none, or it cannot be read: then the newest one counts
 */
async function readConfirmed(store: LogStore): Promise<SignedTree | null> {
  try {
    const { witnesses, quorum } = await logPolicy()
    const bytes = witnesses.length === 0 ? null : await store.read('checkpoint.witnessed', MOST_BYTES)
    if (!bytes) return null
    const note = parseNote(bytes)
    const checked = checkNoteSignatures(
      note,
      witnesses.map((one) => one.key),
    )
    const signed = new Set(witnesses.filter((witness) => checked.some((one) => one.key === witness.key)))
    const isConfirmed = signed.size > 0 && isQuorum(quorum, signed)
    return isConfirmed ? signedTree(bytes, note.text) : null
  } catch (error) {
    log.warn({ err: error }, 'which tree of the public log witnesses confirmed could not be read')
    return null
  }
}

function signedTree(bytes: Buffer, text: string): SignedTree {
  const { size, root } = parseCheckpoint(text)
  return { note: bytes.toString(), size, root }
}

/**
 * Proves leaves in any tree that the newest one goes on from: a smaller one may have lost its partial tiles. What the files
 * give is checked: a proof of a genuine certificate that does not hold would speak against it.
 */
function treeProver(store: LogStore, newest: SignedTree) {
  const hashes = tileHashes(newest.size, (tile) => readTile(store, tile))
  return async (leaf: Buffer, index: number, tree: SignedTree) => {
    const proof = await makeInclusionProof(hashes, index, tree.size)
    if (checkInclusionProof(proof, { index, hash: leafHash(leaf) }, tree)) return proof
    throw undetermined('the files of the public log do not prove a leaf')
  }
}

async function readTile(store: LogStore, tile: Tile): Promise<Buffer> {
  const bytes = await store.read(tilePath(tile), MOST_BYTES)
  if (!bytes) throw undetermined(`the public log lacks ${tilePath(tile)}`)
  requireWholeTile(tile, bytes)
  return bytes
}

async function readFirstLeaf(store: LogStore, size: number): Promise<Buffer> {
  const bundle = tileAt(size, 'entries', 0)
  const [first] = bundle ? parseEntryBundle(await readTile(store, bundle), bundle.width) : []
  if (!first) throw undetermined('the public log has no leaf')
  return first
}
