import type { Signer } from '@/lib/crypto/signature/signer'
import { wornDesign } from '@/lib/domain/design/worn-design'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { RenderError } from '@/lib/render/typeset/render-error'
import { sameDesign } from '@/lib/service/designs/design-to-wear'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { transaction, workingPool } from '@/lib/store/database/database'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { isFileStoreFailure } from '@/lib/store/files/file-store-failure'
import { drawCertificatePdf } from './make-certificate-pdf'

/** A file that is to be stored, and the one in whose place it comes. */
export type Drawn = Awaited<ReturnType<typeof drawCertificatePdf>> & { serialKey: string; lost: StatedArtifact | null }

/**
 * Draws the PDF of each by itself: one that cannot be drawn stops no other.
 * @param refused gets those that cannot, and why
 */
export async function drawEach(
  certificates: readonly GenuineCertificate[],
  refused: { serial: string; error: string }[],
): Promise<Drawn[]> {
  const { signer, now } = await transaction(async (tx) => ({
    signer: await serviceSigner(tx),
    now: await databaseTime(tx),
  }))
  const ends = await Promise.allSettled(
    certificates.map((certificate) => draw(certificate, now, signer, certificates.length > 1)),
  )
  const drawn: Drawn[] = []
  const failures: unknown[] = []
  for (const [index, end] of ends.entries()) {
    const { content } = certificates[index] as GenuineCertificate
    if (end.status === 'fulfilled') drawn.push(end.value)
    else if (!(end.reason instanceof ServiceError) || isFileStoreFailure(end.reason)) failures.push(end.reason)
    else {
      log.debug({ err: end.reason }, 'a certificate’s file was not made')
      refused.push({ serial: content.serial, error: explain(end.reason) })
    }
  }
  if (failures.length > 0) throw failures[0]
  return drawn
}

/** One that takes the place of a lost PDF wears its design. */
async function draw(
  { content, row, pdf }: GenuineCertificate,
  now: number,
  signer: Signer,
  isOneOfMany: boolean,
): Promise<Drawn> {
  if (!row.forms) throw new Error('a genuine certificate without its signed bytes')
  const worn = wornDesign(pdf?.template ?? '')
  const design = await sameDesign(workingPool(), row.issuerId, worn).catch((cause: unknown) => {
    if (!(cause instanceof ServiceError)) throw cause
    if (isFileStoreFailure(cause.cause)) throw cause.cause
    throw new ServiceError('unavailable', 'The design that its PDF wore cannot be read just now, or is gone.', {
      cause,
    })
  })
  return {
    serialKey: row.serialKey,
    lost: pdf,
    ...(await drawCertificatePdf({ ...content, design, isOneOfMany }, row.forms.vcJwt, now, signer)),
  }
}

function explain({ cause, message }: ServiceError): string {
  const rendering = cause instanceof RenderError ? ` (${cause.code})` : null
  return rendering === null ? message : `The file could not be made just now${rendering}. Run this again.`
}
