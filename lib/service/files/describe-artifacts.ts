import type { ArtifactWire, ManifestAnswer } from '@/lib/contract/manifest'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { signCompactJws } from '@/lib/crypto/signature/compact-jws'
import { type ArtifactType, MEDIA_TYPES } from '@/lib/domain/certificate/artifact'
import { MANIFEST_TYPE } from '@/lib/domain/certificate/manifest-type'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { assureNoneIsLost } from '@/lib/service/check/assure-none'
import type { CheckedSerial } from '@/lib/service/check/check-certificate'
import { currentSignatures } from '@/lib/service/check/current-signatures'
import { findByFingerprints } from '@/lib/service/check/find-by-fingerprint'
import { checkReference } from '@/lib/service/check/get-served-certificate'
import { presentLog } from '@/lib/service/check/present-verification'
import { getIssuerKeys, serviceDid } from '@/lib/service/keys/published-keys'
import { servingSigner } from '@/lib/service/keys/service-signer'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findArtifacts, findSignedFormSizes } from '@/lib/store/evidence/find-artifacts'

/** Where a kind of file is served, under the certificate's own address. */
const PATHS: Record<ArtifactType, string> = {
  pdf: 'pdf',
  jpeg: 'jpeg',
  'vc+jwt': 'signed',
  'openbadge+jsonld': 'openbadge?format=jsonld',
  'openbadge+jwt': 'openbadge?format=jwt',
  'openbadge+png': 'openbadge?format=png',
  'openbadge+svg': 'openbadge?format=svg',
}

/**
 * A certificate's files with their hashes, signed by the service (spec part 5, "manifest"). Given for a
 * withdrawn certificate too; holds no recipient data and no verdict.
 * @param ref id or serial
 * @throws ServiceError `not_found`, `unavailable`
 */
export async function getManifest(ref: string): Promise<ManifestAnswer> {
  return describe(await checkReference(ref), null)
}

/**
 * The manifest of the certificate that has a file with this fingerprint.
 * @param fingerprint 64 lowercase hexadecimal digits
 * @throws ServiceError `not_found`, `unavailable`
 */
export async function getManifestByFingerprint(fingerprint: string): Promise<ManifestAnswer> {
  const [known] = await findByFingerprints([fingerprint])
  if (!known) await assureNoneIsLost()
  if (!known) throw new ServiceError('not_found', 'No file of ours has this fingerprint.')
  return describe(await checkReference(known.certificateId), fingerprint)
}

async function describe(
  { judgement, checkedAt, log }: CheckedSerial,
  fingerprint: string | null,
): Promise<ManifestAnswer> {
  const { certificate } = judgement
  if (certificate.kind === 'invalid')
    throw new ServiceError('gone', 'The record fails its check; nothing is said of its files.')
  const artifacts = await servingGuard().run(() => listArtifacts(certificate))
  const { keys } = await getIssuerKeys(certificate.issuer.id)
  const { id, serial } = certificate.content
  const manifest = {
    certificate: { id, serial, status: certificate.folded.status },
    artifacts,
    matched_artifact: artifacts.find(({ sha256 }) => sha256 === fingerprint) ?? null,
    issuer: { did: certificate.issuer.did, key_ids: keys.map(({ keyId }) => keyId) },
    log: log && presentLog(log, certificate, env().BASE_URL),
  }
  const claims = { iss: serviceDid(), iat: Math.floor(checkedAt / 1000), ...manifest }
  const manifestJwt = await servingGuard().run(async () => {
    const { signer } = await servingSigner()
    return signCompactJws({ typ: MANIFEST_TYPE, kid: signer.keyId }, canonicalJson(claims), signer)
  })
  return { success: true, ...manifest, manifest_jwt: manifestJwt }
}

/**
 * The files of a certificate with their hashes, the newest first.
 * @throws ServiceError `unavailable` where signed forms, or a file's statement or the key behind it, are not there: what is signed of
 *   them would be a guess, and a genuine file no file of ours
 */
export async function listArtifacts(certificate: GenuineCertificate): Promise<ArtifactWire[]> {
  if (certificate.lacksPdf) throw undetermined('what is stated of a certificate’s file is not there')
  const { id } = certificate.content
  const [stored, sizes, signatures] = await Promise.all([
    findArtifacts(id),
    findSignedFormSizes(id),
    currentSignatures(),
  ])
  const good = stored.filter((artifact) => artifact.certificateId === id && isStated(artifact, signatures))
  const signed = certificate.folded.signings.flatMap(({ at, forms }) => {
    const form = (type: ArtifactType, sha256: string) => {
      const size = sizes.get(sha256)
      if (size === undefined) throw undetermined('a signed form of a certificate is missing or damaged')
      return { type, sha256, size, createdAt: at }
    }
    return [
      form('vc+jwt', forms.vcJwt),
      form('openbadge+jsonld', forms.openBadgeJsonld),
      form('openbadge+jwt', forms.openBadgeJwt),
    ]
  })
  // The newest signing first: signed in the same millisecond, the later entry of the history is the later one.
  const all = [...good, ...signed.reverse()].sort((a, b) => b.createdAt - a.createdAt)
  const newest = new Map<ArtifactType, string>()
  for (const { type, sha256 } of all) if (!newest.has(type)) newest.set(type, sha256)
  return all.map(({ type, sha256, size, createdAt }) => {
    const isNewest = newest.get(type) === sha256
    const { status } = certificate.folded
    return {
      type,
      media_type: MEDIA_TYPES[type],
      size,
      sha256,
      created_at: new Date(createdAt).toISOString(),
      state: status !== 'issued' ? status : isNewest ? 'current' : 'earlier',
      url: status === 'issued' && isNewest ? servedAt(type, id) : null,
    }
  })
}

function isStated(artifact: StatedArtifact, signatures: SignatureChecks): boolean {
  const stated = signatures.artifact(artifact)
  if (stated === 'undetermined') throw undetermined('the service key behind a file’s statement is not there')
  return stated === 'passed'
}

function servedAt(type: ArtifactType, id: string): string {
  return `${env().BASE_URL}/api/public/credentials/${id}/${PATHS[type]}`
}
