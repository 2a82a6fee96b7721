import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { parseEntryBundle } from '@/lib/crypto/tlog/entry-bundle'
import { makeInclusionProof } from '@/lib/crypto/tlog/inclusion-proof'
import { formatLogProof } from '@/lib/crypto/tlog/log-proof'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { type Tile, tileAt, tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import { proveVrf } from '@/lib/crypto/vrf/ecvrf'
import { serialKey } from '@/lib/domain/certificate/serial'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { certificateProofExtra } from '@/lib/domain/log/certificate-proof'
import type { LogStore } from '@/lib/domain/log/log-store'
import { ServiceError, undetermined } from '@/lib/errors'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { servingPool } from '@/lib/store/database/database'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readLoggedEntries } from '@/lib/store/log/logged-entries'
import { logStore } from '@/lib/store/log/open-log-store'

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
 * The proofs of the leaves of a certificate that was checked, in order.
 * @throws ServiceError `unavailable` where the log cannot be read
 */
export async function proveChecked({ row, content }: GenuineCertificate): Promise<CertificateProof[]> {
  const { entries, vrfKey } = await servingGuard().run(() => readLoggedEntries(servingPool(), row.lineageId, row.id))
  const key = serialKey(content.serial)
  const store = await logStore()
  const tree = await readTree(store)
  const begin = { leaf: await readFirstLeaf(store, tree.size), proof: await tree.prove(0) }
  const { proof: vrfProof } = proveVrf(vrfKey, Buffer.from(key))
  const proofs: CertificateProof[] = []
  for (const { place, index, entry, salt } of entries.filter((one) => one.index < tree.size)) {
    const extra = certificateProofExtra({ begin, entry, salt, serial: key, vrfProof })
    const hashes = await tree.prove(index)
    proofs.push({ place, index, proof: formatLogProof({ extra, index, hashes, checkpoint: tree.note }) })
  }
  if (proofs.length === 0) throw undetermined('no leaf of a certificate is in the published tree')
  return proofs
}

async function readTree(store: LogStore) {
  const bytes = await store.read('checkpoint', MOST_BYTES)
  if (!bytes) throw undetermined('the public log has no checkpoint')
  const { size } = parseCheckpoint(parseNote(bytes).text)
  const hashes = tileHashes(size, (tile) => readTile(store, tile))
  return { note: bytes.toString(), size, prove: (index: number) => makeInclusionProof(hashes, index, size) }
}

async function readTile(store: LogStore, tile: Tile): Promise<Buffer> {
  const bytes = await store.read(tilePath(tile), MOST_BYTES)
  if (!bytes) throw undetermined(`the public log lacks ${tilePath(tile)}`)
  return bytes
}

async function readFirstLeaf(store: LogStore, size: number): Promise<Buffer> {
  const bundle = tileAt(size, 'entries', 0)
  const [first] = bundle ? parseEntryBundle(await readTile(store, bundle), bundle.width) : []
  if (!first) throw undetermined('the public log has no leaf')
  return first
}
