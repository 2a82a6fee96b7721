import { displaySerial } from '@/lib/domain/certificate/serial'
import type { StatedArtifact } from '@/lib/domain/history/evidence'
import { type GenuineCertificate, type Judgement, newestPdf } from '@/lib/domain/history/judgement'
import { ServiceError } from '@/lib/errors'
import { judgeSerial } from '@/lib/service/check/check-certificate'
import { transaction, workingPool } from '@/lib/store/database/database'
import { holdCertificates, insertArtifacts } from '@/lib/store/evidence/artifacts'
import { readEvidence } from '@/lib/store/evidence/read-evidence'
import { countCertificates, findCertificatesAfter } from '@/lib/store/files/artifact-files'
import { fileStore } from '@/lib/store/files/file-store'
import { drawEach, type Drawn } from './draw-missing'
import { findFile } from './read-file'

/**
 * The certificates that are judged and then built at once: well below the number that may wait for a rendering process.
 */
const AT_ONCE = 50

/** What building came to. */
export interface BuiltFiles {
  built: number
  /** Nothing to do: they have their PDF, or are withdrawn or replaced and hand out none. */
  skipped: { haveOne: number; withdrawn: number; superseded: number }
  /** They have their PDF, and its bytes are not in the store; or were signed again, and have that of an earlier signing alone. */
  lost: string[]
  refused: { serial: string; error: string }[]
}

interface BuildOptions {
  /** Makes what was lost anew, and looks for it by reading and hashing every file, not only by its size. */
  lost?: boolean
  /** Stops the run between two chunks. */
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/**
 * Makes the PDF of every current certificate that has none with a good statement (spec part 7), and names those whose
 * bytes are not in the store: they may be in a backup, or in another store than the one that is configured here. Stopped
 * or broken off, the same again goes on from there; two at once do no harm.
 * @throws ServiceError `unavailable` when the file store or a key cannot be used, `malformed` when stopped
 */
export async function buildFiles(options: BuildOptions = {}): Promise<BuiltFiles> {
  await fileStore().check()
  const total = await countCertificates()
  const result: BuiltFiles = { built: 0, skipped: { haveOne: 0, withdrawn: 0, superseded: 0 }, lost: [], refused: [] }
  let done = 0
  options.onProgress?.(done, total)
  for (let after: string | null = null; ;) {
    const chunk = await findCertificatesAfter(after, AT_ONCE)
    if (chunk.length === 0) return result
    if (options.signal?.aborted) throw stopped(result)
    await buildChunk(
      chunk.map(({ serialKey }) => serialKey),
      result,
      options.lost ?? false,
    )
    after = chunk.at(-1)?.id ?? null
    done += chunk.length
    options.onProgress?.(done, Math.max(done, total))
  }
}

async function buildChunk(serialKeys: readonly string[], result: BuiltFiles, remake: boolean): Promise<void> {
  const [without, having]: [GenuineCertificate[], Having[]] = [[], []]
  const judgements = await judge(serialKeys)
  for (const [index, serialKey] of serialKeys.entries()) {
    const certificate = judgements[index]?.certificate
    if (!certificate) {
      result.refused.push({ serial: displaySerial(serialKey), error: 'It could not be checked just now.' })
    } else if (certificate.kind === 'invalid') {
      result.refused.push({ serial: certificate.serial, error: 'It fails its check. Nothing is made of it.' })
    } else if (certificate.folded.status !== 'issued') result.skipped[certificate.folded.status] += 1
    else if (certificate.pdf) having.push({ certificate, pdf: certificate.pdf })
    else without.push(certificate)
  }
  const there = await whereStored(having, remake)
  for (const [index, { certificate }] of having.entries()) {
    if (there[index]) result.skipped.haveOne += 1
    else if (remake) without.push(certificate)
    else result.lost.push(certificate.content.serial)
  }
  if (without.length === 0) return
  const drawn = await drawEach(without, result.refused)
  await settle(await store(drawn), result)
}

/** A certificate, and the PDF that is served of it. */
interface Having {
  certificate: GenuineCertificate
  pdf: StatedArtifact
}

/** Whether the newest PDF of each is stated, and the store has it. A store that cannot be reached says of none that it is lost: it stops all. */
async function whereStored(having: readonly Having[], whole: boolean): Promise<boolean[]> {
  const isThere = async ({ certificate, pdf: { sha256, size } }: Having) =>
    newestPdf(certificate) !== null &&
    (whole ? (await findFile(sha256)) !== null : (await fileStore().size(sha256)) === size)
  return each(having, isThere)
}

/** Does the same for each at once, and waits for all before it fails. */
async function each<T, R>(list: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const ends = await Promise.allSettled(list.map(act))
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
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

/**
 * The rows first: of a certificate that is being erased no file is stored any more. A file store that fails stops all.
 * A file that comes out as the lost one was needs no new row.
 * @returns those that were stored
 */
async function store(drawn: readonly Drawn[]): Promise<Drawn[]> {
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
    await each(kept, ({ artifact, bytes }) => fileStore().put(artifact.sha256, bytes))
    return kept
  })
}

/** What counts is what the check sees afterwards: a row that cannot be believed may stand in a new one's way. */
async function settle(made: readonly Drawn[], result: BuiltFiles): Promise<void> {
  const judgements = await judge(made.map(({ serialKey }) => serialKey))
  for (const [index, { serialKey, artifact, lost }] of made.entries()) {
    const certificate = judgements[index]?.certificate
    const pdf = certificate?.kind === 'genuine' ? certificate.pdf : null
    const isLost = lost !== null && pdf?.id === lost.id
    if (pdf?.id === artifact.id || (isLost && lost.sha256 === artifact.sha256)) result.built += 1
    // Another run at the same moment was first.
    else if (pdf && !isLost) result.skipped.haveOne += 1
    else {
      const error = isLost
        ? 'The record of its lost file has a later date than this one, and so stays the one that is served.'
        : 'A file record that the service never signed is in its way.'
      result.refused.push({ serial: displaySerial(serialKey), error })
    }
  }
}

function stopped({ built }: BuiltFiles): ServiceError {
  const state = built === 1 ? '1 file was' : `${built === 0 ? 'No' : built} files were`
  return new ServiceError('malformed', `Stopped. ${state} made in this run; the same command goes on from there.`)
}
