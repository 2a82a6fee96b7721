import { z } from 'zod'
import { decodeBase64 } from '@/lib/crypto/encoding/base64'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { checkInclusionProof } from '@/lib/crypto/tlog/inclusion-proof'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { type LogProof, parseLogProof, verifyLogProof } from '@/lib/crypto/tlog/log-proof'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { verifyVrf } from '@/lib/crypto/vrf/ecvrf'
import { commitTo, type LogEntry, logTag, parseLogEntry } from './log-entry'
import { parsePublicLeaf } from './public-leaf'
import { sealedLeafBytes } from './sealed-leaf'

const base64 = z.string().transform((text, context) => {
  const bytes = decodeBase64(text)
  if (bytes) return bytes
  context.addIssue({ code: 'custom', message: 'is not Base64' })
  return z.NEVER
})

const extraShape = z.strictObject({
  /** The leaf that the log begins with, and that it stands in the same tree: it names the VRF key. */
  begin: z.strictObject({ leaf: base64, proof: z.array(base64).max(63) }),
  entry: z.string().max(16_384),
  salt: base64,
  /** In its matching form. */
  serial: z.string().max(64),
  vrf_proof: base64,
})

/** What a proof of a certificate's leaf carries beside the leaf's place. */
interface CertificateProofExtra {
  begin: { leaf: Buffer; proof: readonly Buffer[] }
  entry: string
  salt: Buffer
  serial: string
  vrfProof: Buffer
}

/** The `extra` bytes of a proof (spec part 18, section 5). */
export function certificateProofExtra({ begin, entry, salt, serial, vrfProof }: CertificateProofExtra): Buffer {
  const text = (bytes: Buffer) => bytes.toString('base64')
  const value = {
    begin: { leaf: text(begin.leaf), proof: begin.proof.map(text) },
    ...{ entry, salt: text(salt), serial, vrf_proof: text(vrfProof) },
  }
  return Buffer.from(JSON.stringify(value))
}

/** What a proof proves: this entry about this serial stands in this tree. */
export interface ProvedEntry {
  serial: string
  entry: LogEntry
  index: number
  leafHash: Buffer
  /** β of the serial, which gives the tag of every place. */
  vrfOutput: Buffer
  checkpoint: VerifiedCheckpoint
}

/**
 * Checks the proof of a certificate's leaf, which needs nothing else than a policy.
 * @param now seconds since 1970
 * @throws LogFormatError where it proves nothing
 */
export function verifyCertificateProof(bytes: Uint8Array, policy: TrustPolicy, now: number): ProvedEntry {
  const proof = parseLogProof(bytes)
  const extra = readExtra(proof)
  const entry = parseLogEntry(extra.entry)
  if (!entry || extra.salt.length !== 32) throw new LogFormatError('The proof does not carry an entry of a log.')
  const output = verifyVrf(vrfKeyOf(extra.begin.leaf), Buffer.from(extra.serial), extra.vrf_proof)
  if (!output) throw new LogFormatError('The proof does not show which tag the serial has.')
  const leaf = sealedLeafBytes({
    issuerId: entry.issuer_id,
    at: Math.floor(entry.at / 1000),
    tag: logTag(output, entry.place),
    commitment: commitTo(extra.entry, extra.salt),
  })
  const checkpoint = verifyLogProof(proof, leaf, policy, now)
  const begin = { index: 0, hash: leafHash(extra.begin.leaf) }
  if (!checkInclusionProof(extra.begin.proof, begin, checkpoint)) {
    throw new LogFormatError('The proof does not lead from the beginning of the log to the checkpoint.')
  }
  return { serial: extra.serial, entry, index: proof.index, leafHash: leafHash(leaf), vrfOutput: output, checkpoint }
}

function readExtra({ extra }: LogProof): z.infer<typeof extraShape> {
  try {
    return extraShape.parse(parseStrictJson(extra?.toString('utf8') ?? '', { maxDepth: 4 }))
  } catch {
    throw new LogFormatError('The proof does not carry what a certificate’s leaf is opened with.')
  }
}

function vrfKeyOf(leaf: Buffer): Buffer {
  const begin = parsePublicLeaf(leaf)
  if (begin.kind !== 'log-begin/v1') throw new LogFormatError('The log does not begin with the leaf of the proof.')
  return Buffer.from(begin.fields.vrf_key, 'base64url')
}
