import { ServiceError } from '@/lib/errors'
import { judgeSerial } from '@/lib/service/check/check-certificate'
import { findFile } from '@/lib/service/files/read-file'
import { workingPool } from '@/lib/store/database/database'
import { readEvidence } from '@/lib/store/evidence/read-evidence'
import { findNewestPictures, findNewestWithPdf } from '@/lib/store/files/artifact-files'
import { fileStore } from '@/lib/store/files/file-store'
import { explainFileFailure, isFileStoreFailure } from '@/lib/store/files/file-store-failure'
import type { DoctorFinding } from './doctor-finding'

const SAMPLE = 20

/**
 * Examines whether the file store can be reached, and whether the newest of those files that are asked for as they are
 * can be read and have the right hash: PDFs that are served, and pictures that were sent.
 */
export async function examineFiles(): Promise<DoctorFinding[]> {
  const store = fileStore()
  try {
    await store.check()
    const pdfs = await newestServed()
    if (pdfs === null)
      return [
        found('warning', `Files are kept in ${store.name}; which are served is told once certificates can be checked.`),
      ]
    const [lostPdfs, lostPictures] = [await faulty(pdfs), await faulty(await findNewestPictures(SAMPLE))]
    const place = `Files are kept in ${store.name}`
    if (pdfs.length === 0 && lostPictures.length === 0) return [found('good', `${place}; there are none yet.`)]
    const findings: DoctorFinding[] = []
    if (lostPdfs.length > 0)
      findings.push(
        found(
          'bad',
          `${place}; missing or damaged of the newest ${pdfs.length}: ${lostPdfs.join(', ')}. ` +
            'Bring them back from a backup; those that are in none, certs files build --lost makes anew.',
        ),
      )
    if (lostPictures.length > 0)
      findings.push(
        found(
          'bad',
          `${place}; missing or damaged of the pictures of badges and designs: ${lostPictures.join(', ')}. ` +
            'Bring them back from a backup; those that are in none, set again (certs badge set, certs design set).',
        ),
      )
    if (findings.length > 0) return findings
    return [found('good', `${place}; read, the newest first: ${pdfs.length}, all whole.`)]
  } catch (error) {
    const failure = error instanceof ServiceError && !isFileStoreFailure(error) ? error.cause : error
    if (!isFileStoreFailure(failure)) throw error
    return [found('bad', explainFileFailure(failure))]
  }
}

/**
 * The PDFs that are served of the newest certificates with one; what cannot be checked is another finding's.
 * @returns null where none can be, as after a restore that was not compared
 */
async function newestServed(): Promise<string[] | null> {
  const keys = await findNewestWithPdf(SAMPLE)
  if (keys.length === 0) return []
  const evidence = await readEvidence(workingPool(), keys).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'unavailable') return null
    throw error
  })
  if (evidence === null) return null
  return keys.flatMap((key) => {
    try {
      const certificate = judgeSerial(key, evidence)?.judgement.certificate
      return certificate?.kind === 'genuine' && certificate.pdf ? [certificate.pdf.sha256] : []
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unavailable') return []
      throw error
    }
  })
}

async function faulty(hashes: readonly string[]): Promise<string[]> {
  const lost: string[] = []
  for (const sha256 of hashes) if ((await findFile(sha256)) === null) lost.push(sha256)
  return lost
}

const found = (result: DoctorFinding['result'], message: string): DoctorFinding => ({ id: 'files', result, message })
