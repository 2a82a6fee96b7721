import { checkPngImage } from '@/lib/domain/badge-image/check-png-image'
import { checkSvgImage } from '@/lib/domain/badge-image/check-svg-image'
import { bakePng } from '@/lib/domain/badge/image/bake-png'
import { bakeSvg } from '@/lib/domain/badge/image/bake-svg'
import type { ArtifactType } from '@/lib/domain/certificate/artifact'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import { undetermined } from '@/lib/errors'
import { currentSignatures } from '@/lib/service/check/current-signatures'
import { findFile, openFile } from '@/lib/service/files/read-file'
import { stateArtifact } from '@/lib/service/files/state-artifact'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { transactionInTime } from '@/lib/store/database/transaction-in-time'
import { insertArtifacts } from '@/lib/store/evidence/artifacts'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { findArtifacts } from '@/lib/store/evidence/find-artifacts'
import type { BadgeImage } from '@/lib/store/files/badge-images'
import { fileStore } from '@/lib/store/files/file-store'

/** A credential to bake: the JSON-LD form, which needs nothing beside it to be read, and its hash. */
interface BakedCredential {
  certificateId: string
  bytes: Uint8Array
  sha256: string
}

const TYPES = { 'image/png': 'openbadge+png', 'image/svg+xml': 'openbadge+svg' } as const satisfies Record<
  BadgeImage['mediaType'],
  ArtifactType
>

/**
 * The badge image with a credential baked in: made on first request and stored with the service's statement
 * (spec part 7). Another image or another signed form gives another file.
 * @returns the artifact's hash and bytes
 * @throws ServiceError `unavailable` when image or store are out of reach, or the image is not what was set
 */
export async function bakedBadge(
  credential: BakedCredential,
  image: BadgeImage,
): Promise<{ sha256: string; bytes: Uint8Array }> {
  const versions = { template: image.sha256, fonts: '', generator: `bake-1 ${credential.sha256}` }
  const found = await findBaked(credential.certificateId, TYPES[image.mediaType], versions)
  // A file that was lost is made again: the same bytes, which its row names already.
  const stored = found && (await findFile(found.sha256))
  if (stored) return { sha256: found.sha256, bytes: stored }
  const bytes = bake(await openFile(image.sha256), credential, image)
  return transactionInTime(async (tx) => {
    const file = { bytes, ...versions }
    const type = TYPES[image.mediaType]
    const signer = await serviceSigner(tx)
    const artifact = await stateArtifact(credential.certificateId, type, file, await databaseTime(tx), signer)
    // The row first: of a certificate that is being erased no file is stored any more.
    await insertArtifacts(tx, [artifact])
    await fileStore().put(artifact.sha256, bytes)
    return { sha256: artifact.sha256, bytes }
  })
}

async function findBaked(
  certificateId: string,
  type: ArtifactType,
  versions: { template: string; generator: string },
): Promise<StatedArtifact | null> {
  return servingGuard().run(async () => {
    const isWanted = (artifact: StatedArtifact) =>
      artifact.type === type && artifact.template === versions.template && artifact.generator === versions.generator
    const candidates = (await findArtifacts(certificateId)).filter(isWanted)
    if (candidates.length === 0) return null
    const signatures = await currentSignatures()
    return candidates.find((artifact) => signatures.artifact(artifact) === 'passed') ?? null
  })
}

/** The image is checked again: its row has no signature, and might name a file that nobody checked. */
function bake(picture: Uint8Array, credential: BakedCredential, image: BadgeImage): Uint8Array {
  const text = Buffer.from(credential.bytes).toString('utf8')
  if (image.mediaType === 'image/png') {
    if (checkPngImage(picture).ok) return bakePng(picture, text)
  } else {
    const checked = checkSvgImage(picture)
    if (checked.ok) return Buffer.from(bakeSvg(checked.picture, text), 'utf8')
  }
  throw undetermined(`the badge image ${image.sha256} is not what was set`)
}
