import { readFile } from 'node:fs/promises'
import { readSealKey, type SealKey } from '@/lib/crypto/pdf-seal/seal-key'
import { cmsSpace, signCms } from '@/lib/crypto/pdf-seal/sign-cms'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { sealPdf } from '@/lib/render/pdf/seal-pdf'

const holder = globalThis as typeof globalThis & { certificatePdfSeal?: { of: string; key: SealKey } }

/**
 * What this service seals PDFs with (spec part 15), read at first use; null where it is configured to seal nothing.
 * @throws ServiceError `unavailable` with a sentence for the operator as its cause
 */
export async function pdfSealKey(): Promise<SealKey | null> {
  const { PDF_SEAL_CERTIFICATE: certificate, PDF_SEAL_KEY: key } = env()
  if (certificate === undefined || key === undefined) return null
  const of = JSON.stringify([certificate, key])
  if (holder.certificatePdfSeal?.of !== of) {
    try {
      const read = readSealKey(await pem('PDF_SEAL_CERTIFICATE', certificate), await pem('PDF_SEAL_KEY', key))
      holder.certificatePdfSeal = { of, key: read }
    } catch (cause) {
      throw unusable(cause)
    }
  }
  return holder.certificatePdfSeal.key
}

/**
 * Seals a certificate's PDF.
 * @param key null where nothing is sealed
 * @param at when it is made, milliseconds since 1970
 * @throws ServiceError `unavailable` outside of the certificate's validity: readers would call the seal invalid
 */
export function sealedPdf(key: SealKey | null, pdf: Uint8Array, at: number): Uint8Array {
  if (!key) return pdf
  if (at < key.validFrom || at > key.validTo)
    throw unusable(new Error('PDF_SEAL_CERTIFICATE is not valid at this time. Renew it, or unset both variables.'))
  return sealPdf(pdf, { name: key.name, at, space: cmsSpace(key), sign: (bytes) => signCms(bytes, key) })
}

/** A variable that is PEM, with line breaks or `\n` as files of variables write them, or that names a file with it. */
async function pem(variable: string, value: string): Promise<string> {
  if (value.startsWith('-----BEGIN ')) return value.replaceAll('\\n', '\n')
  return readFile(value, 'utf8').catch(() => {
    throw new Error(`${variable} is neither PEM nor a file that can be read.`)
  })
}

function unusable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'Certificates cannot be sealed just now. Nothing was issued.', { cause })
}
