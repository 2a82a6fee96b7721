import { ServiceError } from '@/lib/errors'
import { openFile } from '@/lib/service/files/read-file'
import { findNewestFiles } from '@/lib/store/files/artifact-files'
import { fileStore } from '@/lib/store/files/file-store'
import { explainFileFailure, isFileStoreFailure } from '@/lib/store/files/file-store-failure'
import type { DoctorFinding } from './doctor-finding'

const SAMPLE = 20

/** Examines whether the file store can be reached, and whether the newest files can be read and have the right hash. */
export async function examineFiles(): Promise<DoctorFinding[]> {
  const store = fileStore()
  try {
    await store.check()
  } catch (error) {
    if (!isFileStoreFailure(error)) throw error
    return [{ id: 'files', result: 'bad', message: explainFileFailure(error) }]
  }
  const newest = await findNewestFiles(SAMPLE)
  const failing: string[] = []
  for (const { sha256 } of newest) {
    await openFile(sha256).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error
      failing.push(sha256)
    })
  }
  const place = `Files are kept in ${store.name}`
  if (newest.length === 0) return [{ id: 'files', result: 'good', message: `${place}; there are none yet.` }]
  if (failing.length === 0) {
    const message = `${place}; read, the newest first: ${newest.length}, all whole.`
    return [{ id: 'files', result: 'good', message }]
  }
  const message = `${place}; missing or damaged of the newest ${newest.length}: ${failing.join(', ')}.`
  return [{ id: 'files', result: 'bad', message }]
}
