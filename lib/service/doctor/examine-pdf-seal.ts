import { ServiceError } from '@/lib/errors'
import { pdfSeal } from '@/lib/service/files/pdf-seal'
import type { DoctorFinding } from './doctor-finding'

const DAY_MS = 86_400_000
/** An authority takes its time to hand out the next certificate. */
const SOON_DAYS = 30

/** Examines what certificates' PDFs are sealed with (spec part 15), if they are. */
export async function examinePdfSeal(now = Date.now()): Promise<DoctorFinding[]> {
  const key = await pdfSeal().catch((error: unknown) => {
    if (error instanceof ServiceError && error.cause instanceof Error) return error.cause
    throw error
  })
  if (key === null) return [finding('good', 'PDFs are not sealed: PDF_SEAL_CERTIFICATE is not set.')]
  if (key instanceof Error) return [finding('bad', `Nothing can be issued: ${key.message}`)]
  const day = new Date(key.validTo).toISOString().slice(0, 10)
  if (now > key.validTo) return [finding('bad', `Nothing can be issued: PDF_SEAL_CERTIFICATE has ended on ${day}.`)]
  if (now < key.validFrom) return [finding('bad', 'Nothing can be issued: PDF_SEAL_CERTIFICATE is not valid yet.')]
  const sealed = `PDFs are sealed by "${key.name}", until ${day}.`
  if (key.validTo - now < SOON_DAYS * DAY_MS)
    return [finding('warning', `${sealed} Get the next certificate: after that day nothing can be issued.`)]
  return [finding('good', sealed)]
}

function finding(result: DoctorFinding['result'], message: string): DoctorFinding {
  return { id: 'pdf_seal', result, message }
}
