import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, id_ce_keyUsage, KeyUsage, KeyUsageFlags } from '@peculiar/asn1-x509'
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const MOST_CERTIFICATES = 8
const LEAST_RSA_BITS = 2048
const CURVES = new Map([
  ['prime256v1', 'sha256'],
  ['secp384r1', 'sha384'],
])

/** What PDFs are sealed with: a key, and the certificate that says whose it is. */
export interface SealKey {
  privateKey: KeyObject
  digest: 'sha256' | 'sha384'
  /** DER: that of the key first, then those that vouch for it, each by the next. */
  certificates: readonly Buffer[]
  /** Whom the certificate names. */
  name: string
  /** The times between which all certificates are valid, milliseconds since 1970. */
  validFrom: number
  validTo: number
}

/**
 * Reads what PDFs are sealed with, and refuses what a PDF reader would refuse later.
 * @param certificates PEM: that of the key first, then those between it and a root
 * @param key PEM, not encrypted: RSA of 2048 bits or more, P-256 or P-384
 * @throws Error with a sentence that repeats neither
 */
export function readSealKey(certificates: string, key: string): SealKey {
  const chain = readCertificates(certificates)
  const [own] = chain
  if (!own) throw new Error('PDF_SEAL_CERTIFICATE holds no certificate in PEM.')
  const privateKey = readPrivateKey(key)
  if (!own.checkPrivateKey(privateKey))
    throw new Error('PDF_SEAL_KEY is not the key of the first PDF_SEAL_CERTIFICATE.')
  refuseUnlinked(chain)
  const parsed = parseUnchanged(chain)
  if (!maySign(parsed)) throw new Error('PDF_SEAL_CERTIFICATE is not for signatures: its key usage leaves them out.')
  return {
    privateKey,
    digest: digestOf(privateKey),
    certificates: chain.map(({ raw }) => raw),
    name: nameOf(parsed),
    validFrom: Math.max(...chain.map((one) => Date.parse(one.validFrom))),
    validTo: Math.min(...chain.map((one) => Date.parse(one.validTo))),
  }
}

function readCertificates(pem: string): X509Certificate[] {
  const found = pem.match(CERTIFICATE) ?? []
  if (found.length > MOST_CERTIFICATES)
    throw new Error(
      `PDF_SEAL_CERTIFICATE holds ${found.length} certificates; at most ${MOST_CERTIFICATES} go into a PDF.`,
    )
  try {
    return found.map((one) => new X509Certificate(one))
  } catch {
    throw new Error('PDF_SEAL_CERTIFICATE holds a certificate that cannot be read.')
  }
}

/** What goes into a PDF is written by the library that reads it here: another encoding would break the signature in it. */
function parseUnchanged(chain: readonly X509Certificate[]): Certificate {
  const parsed = chain.map(({ raw }) => AsnConvert.parse(raw, Certificate))
  const [own] = parsed
  const unchanged = parsed.every((one, index) => chain[index]?.raw.equals(Buffer.from(AsnConvert.serialize(one))))
  if (!own || !unchanged) throw new Error('PDF_SEAL_CERTIFICATE holds a certificate that is not DER in PEM.')
  return own
}

function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    // The error of OpenSSL may tell of the text.
    throw new Error('PDF_SEAL_KEY is not a private key in PEM without a password.')
  }
}

function digestOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): 'sha256' | 'sha384' {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType === 'rsa' && modulusLength >= LEAST_RSA_BITS) return 'sha256'
  const digest = asymmetricKeyType === 'ec' ? CURVES.get(namedCurve) : undefined
  if (digest === 'sha256' || digest === 'sha384') return digest
  throw new Error(`PDF_SEAL_KEY must be RSA of ${LEAST_RSA_BITS} bits or more, P-256 or P-384.`)
}

/** Readers find no way to a root through certificates in another order. */
function refuseUnlinked(chain: readonly X509Certificate[]): void {
  for (const [index, one] of chain.entries()) {
    const next = chain[index + 1]
    if (next && !(one.checkIssued(next) && one.verify(next.publicKey)))
      throw new Error('PDF_SEAL_CERTIFICATE: each certificate must be issued by the one after it.')
  }
}

function maySign({ tbsCertificate }: Certificate): boolean {
  const usage = tbsCertificate.extensions?.find(({ extnID }) => extnID === id_ce_keyUsage)
  if (!usage) return true
  const flags = AsnConvert.parse(usage.extnValue, KeyUsage).toNumber()
  return (flags & (KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)) !== 0
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'

function nameOf({ tbsCertificate }: Certificate): string {
  const all = tbsCertificate.subject.flatMap((part) => [...part])
  const named = [COMMON_NAME, ORGANIZATION].map((type) => all.find((one) => one.type === type)?.value.toString())
  return named.find((name) => name !== undefined && name !== '') ?? 'unnamed'
}
