import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sealFactsShape, signedBytesShape } from '@/lib/contract/signer'
import { readSealKey, type SealKey } from '@/lib/crypto/pdf-seal/seal-key'
import { cmsSpace, signCms } from '@/lib/crypto/pdf-seal/sign-cms'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { sealPdf } from '@/lib/render/pdf/seal-pdf'
import { askSigner } from '@/lib/store/signer/signer-client'

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

/** A seal for PDFs, whoever holds its key. */
interface PdfSeal extends Pick<SealKey, 'name' | 'validFrom' | 'validTo' | 'digest'> {
  /** The most bytes of a signature. */
  space: number
  sign(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/**
 * What this service seals PDFs with; null where it seals nothing.
 * @throws ServiceError `unavailable` as `pdfSealKey`, and without an answer of the signer that holds the key
 */
export async function pdfSeal(): Promise<PdfSeal | null> {
  if (env().SIGNER === 'socket') {
    const facts = await askSigner({ ask: 'seal-facts' }, sealFactsShape)
    return facts && { ...facts, sign: (bytes) => sealedElsewhere(createHash(facts.digest).update(bytes).digest()) }
  }
  const key = await pdfSealKey()
  return key && { ...key, space: cmsSpace(key), sign: (bytes) => signCms(bytes, key) }
}

async function sealedElsewhere(digest: Buffer): Promise<Buffer> {
  return Buffer.from(await askSigner({ ask: 'seal', digest: digest.toString('base64') }, signedBytesShape), 'base64')
}

/**
 * Seals a certificate's PDF.
 * @param seal null where nothing is sealed
 * @param at when it is made, milliseconds since 1970
 * @throws ServiceError `unavailable` outside of the certificate's validity: readers would call the seal invalid
 */
export async function sealedPdf(seal: PdfSeal | null, pdf: Uint8Array, at: number): Promise<Uint8Array> {
  if (!seal) return pdf
  if (at < seal.validFrom || at > seal.validTo)
    throw unusable(new Error('PDF_SEAL_CERTIFICATE is not valid at this time. Renew it, or unset both variables.'))
  return sealPdf(pdf, { name: seal.name, at, space: seal.space, sign: (bytes) => seal.sign(bytes) })
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
