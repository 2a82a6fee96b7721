import type { Signer } from '@/lib/crypto/signature/signer'
import { displaySerial } from '@/lib/domain/certificate/serial'
import type { GenuineCertificate, Judgement } from '@/lib/domain/history/judgement'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { RenderError } from '@/lib/render/typeset/render-error'
import { judgeSerial } from '@/lib/service/check/check-certificate'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { transaction, workingPool } from '@/lib/store/database/database'
import { holdCertificates, insertArtifacts } from '@/lib/store/evidence/artifacts'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { readEvidence } from '@/lib/store/evidence/read-evidence'
import { countCertificates, findCertificatesAfter } from '@/lib/store/files/artifact-files'
import { fileStore } from '@/lib/store/files/file-store'
import { drawCertificatePdf } from './make-certificate-pdf'

/**
 * The certificates that are judged and then built at once: well below the number that may wait for a rendering process.
 */
const AT_ONCE = 50

/** What building came to. */
export interface BuiltFiles {
  built: number
  /** Nothing to do: they have their PDF, or are withdrawn or replaced and hand out none. */
  skipped: { haveOne: number; withdrawn: number; superseded: number }
  refused: { serial: string; error: string }[]
}

interface BuildOptions {
  /** Stops the run between two chunks. */
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/**
 * Makes the PDF of every current certificate that has none with a good statement (spec part 7). Stopped or
 * broken off, the same again goes on from there; two at once do no harm.
 * @throws ServiceError `unavailable` when the file store or a key cannot be used, `malformed` when stopped
 */
export async function buildFiles(options: BuildOptions = {}): Promise<BuiltFiles> {
  await fileStore().check()
  const total = await countCertificates()
  const result: BuiltFiles = { built: 0, skipped: { haveOne: 0, withdrawn: 0, superseded: 0 }, refused: [] }
  let done = 0
  options.onProgress?.(done, total)
  for (let after: string | null = null; ;) {
    const chunk = await findCertificatesAfter(after, AT_ONCE)
    if (chunk.length === 0) return result
    if (options.signal?.aborted) throw stopped(result)
    await buildChunk(
      chunk.map(({ serialKey }) => serialKey),
      result,
    )
    after = chunk.at(-1)?.id ?? null
    done += chunk.length
    options.onProgress?.(done, Math.max(done, total))
  }
}

async function buildChunk(serialKeys: readonly string[], result: BuiltFiles): Promise<void> {
  const without: GenuineCertificate[] = []
  const judgements = await judge(serialKeys)
  for (const [index, serialKey] of serialKeys.entries()) {
    const certificate = judgements[index]?.certificate
    if (!certificate) {
      result.refused.push({ serial: displaySerial(serialKey), error: 'It could not be checked just now.' })
    } else if (certificate.kind === 'invalid') {
      result.refused.push({ serial: certificate.serial, error: 'It fails its check. Nothing is made of it.' })
    } else if (certificate.folded.status !== 'issued') result.skipped[certificate.folded.status] += 1
    else if (certificate.pdf) result.skipped.haveOne += 1
    else without.push(certificate)
  }
  if (without.length === 0) return
  const drawn = await drawEach(without, result)
  await settle(await store(drawn), result)
}

/** A judgement a serial; null where it could not be told just now, which concerns that certificate alone. */
async function judge(serialKeys: readonly string[]): Promise<(Judgement | null)[]> {
  const evidence = await readEvidence(workingPool(), serialKeys)
  return serialKeys.map((key) => {
    try {
      return judgeSerial(key, evidence)?.judgement ?? null
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unavailable') return null
      throw error
    }
  })
}

/** A file that is to be stored. */
type Drawn = Awaited<ReturnType<typeof drawCertificatePdf>> & { serialKey: string }

/** Each by itself: one that cannot be drawn stops no other. */
async function drawEach(certificates: readonly GenuineCertificate[], result: BuiltFiles): Promise<Drawn[]> {
  const { signer, now } = await transaction(async (tx) => ({
    signer: await serviceSigner(tx),
    now: await databaseTime(tx),
  }))
  const ends = await Promise.allSettled(certificates.map((certificate) => draw(certificate, now, signer)))
  const drawn: Drawn[] = []
  const failures: unknown[] = []
  for (const [index, end] of ends.entries()) {
    const { content } = certificates[index] as GenuineCertificate
    if (end.status === 'fulfilled') drawn.push(end.value)
    else if (!(end.reason instanceof ServiceError)) failures.push(end.reason)
    else {
      log.debug({ err: end.reason }, 'a certificate’s file was not made')
      result.refused.push({ serial: content.serial, error: explain(end.reason) })
    }
  }
  if (failures.length > 0) throw failures[0]
  return drawn
}

async function draw({ content, row }: GenuineCertificate, now: number, signer: Signer): Promise<Drawn> {
  if (!row.forms) throw new Error('a genuine certificate without its signed bytes')
  return {
    serialKey: row.serialKey,
    ...(await drawCertificatePdf({ ...content, design: null }, row.forms.vcJwt, now, signer)),
  }
}

/**
 * The rows first: of a certificate that is being erased no file is stored any more. A file store that fails stops all.
 * @returns the id of the artifact by serial
 */
async function store(drawn: readonly Drawn[]): Promise<Map<string, string>> {
  return transaction(async (tx) => {
    const there = await holdCertificates(
      tx,
      drawn.map(({ artifact }) => artifact.certificateId),
    )
    const kept = drawn.filter(({ artifact }) => there.has(artifact.certificateId))
    await insertArtifacts(
      tx,
      kept.map(({ artifact }) => artifact),
    )
    const ends = await Promise.allSettled(kept.map(({ artifact, bytes }) => fileStore().put(artifact.sha256, bytes)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    return new Map(kept.map(({ serialKey, artifact }) => [serialKey, artifact.id]))
  })
}

/** What counts is what the check sees afterwards: a row that cannot be believed may stand in a new one's way. */
async function settle(made: ReadonlyMap<string, string>, result: BuiltFiles): Promise<void> {
  const judgements = await judge([...made.keys()])
  for (const [index, [serialKey, artifactId]] of [...made].entries()) {
    const certificate = judgements[index]?.certificate
    const pdf = certificate?.kind === 'genuine' ? certificate.pdf : null
    if (pdf?.id === artifactId) result.built += 1
    // Another run at the same moment was first.
    else if (pdf) result.skipped.haveOne += 1
    else {
      const error = 'A file record that the service never signed is in its way.'
      result.refused.push({ serial: displaySerial(serialKey), error })
    }
  }
}

function explain({ cause, message }: ServiceError): string {
  const rendering = cause instanceof RenderError ? ` (${cause.code})` : null
  return rendering === null ? message : `The file could not be made just now${rendering}. Run this again.`
}

function stopped({ built }: BuiltFiles): ServiceError {
  const state = built === 1 ? '1 file was' : `${built === 0 ? 'No' : built} files were`
  return new ServiceError('malformed', `Stopped. ${state} made in this run; the same command goes on from there.`)
}
