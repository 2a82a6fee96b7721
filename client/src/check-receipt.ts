import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { saysWhatWasSigned } from '@/lib/domain/receipt/says-what-was-signed'
import { clientError, type ClientError } from './client-error'
import { own } from './own'
import { readJws } from './read-jws'
import { readClaims, type SignedClaims } from './receipt-claims'
import { keysOf, thumbprintOf } from './receipt-keys'
import { hexSha256, webCrypto } from './web-crypto'

/** A receipt that one of the keys signed: what the service found then. It says nothing about today. */
export type CheckedReceipt = {
  /** Thumbprint (RFC 7638) of the key that signed it. */
  key: string
  /** Whether the receipt came with the certificate, which then is the one that was checked. */
  certificate: 'matches' | 'not_carried'
} & SignedClaims

/**
 * Checks a receipt offline. Take the key set from the service that you trust, and keep it: the key inside of a receipt
 * proves nothing.
 * @param receipt the signed text, or the parsed `receipt.json`, which may hold the signed text alone
 * @param jwks the parsed `/.well-known/jwks.json` of the service
 * @throws ClientError `receipt_fails`; `undetermined` where the key that it names is not in the set; `wrong_use` for what may hold
 *   good receipts, but is to be taken apart first: the text or the bytes of a file, or a record of several
 */
export async function checkReceipt(receipt: unknown, jwks: unknown): Promise<CheckedReceipt> {
  const other = otherUse(receipt)
  if (other !== null) throw clientError('wrong_use', other)
  const text = typeof receipt === 'string' ? receipt.replace(/\r?\n$/, '') : own(receipt, 'receipt_jwt')
  const jws = typeof text === 'string' ? readJws(text) : null
  if (jws === null) throw fails('It is not a signed receipt.')
  const { header, signature, signed, payload } = jws
  const kid = own(header, 'kid')
  const isPlain = !Object.hasOwn(header, 'crit') && !Object.hasOwn(header, 'b64') && own(header, 'alg') === 'ES256'
  if (!isPlain || typeof kid !== 'string') throw fails('It is not signed as receipts are.')
  const key = (await keysOf(jwks)).get(kid)
  if (!key)
    throw clientError(
      'undetermined',
      'The receipt cannot be checked. The key that it names is not in the key set, which may be older than the receipt.',
    )
  const { subtle } = await webCrypto()
  const isSigned = await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed)
  if (!isSigned) throw fails('Its signature is not valid.')
  const read = readClaims(own(header, 'typ'), payload)
  if (read === null) throw fails('It is signed, but it does not say what a receipt says.')
  const isAlone = ['receipt', 'certificate', 'results'].every((name) => own(receipt, name) === undefined)
  if (typeof receipt === 'string' || isAlone) return { ...read.said, key: kid, certificate: 'not_carried' }
  if (!isSame(own(receipt, 'receipt'), read.signed)) throw fails('What the file says is not what was signed.')
  const ofFile = own(receipt, 'verification_key')
  if ((await thumbprintOf(ofFile)) !== kid || own(ofFile, 'kid') !== kid)
    throw fails('The key in the file is not the one that signed it.')
  return { ...read.said, key: kid, certificate: await compareCertificates(receipt, read.said) }
}

/** What is to be done with a file that was not read yet, or holds several receipts: that says nothing about these. */
function otherUse(receipt: unknown): string | null {
  if (
    ArrayBuffer.isView(receipt) ||
    receipt instanceof ArrayBuffer ||
    (typeof receipt === 'string' && /^\s*\{/.test(receipt))
  )
    return 'Give the receipt, not its file: JSON.parse of the text of receipt.json, or the text of receipt.jwt.'
  if (Array.isArray(own(receipt, 'receipts'))) return 'This is a record of several receipts: check each of them.'
  return null
}

async function compareCertificates(file: unknown, said: SignedClaims): Promise<'matches' | 'not_carried'> {
  const results = own(file, 'results')
  if (said.kind === 'verification_receipt') {
    const { certificate_sha256: hash } = said.claims
    if ((await hashOf(own(file, 'certificate'))) !== hash) throw otherCertificate()
    return 'matches'
  }
  if (results === undefined) return 'not_carried'
  const { results: listed } = said.claims
  if (!Array.isArray(results) || results.length !== listed.length) throw otherCertificate()
  for (const [index, claim] of listed.entries()) {
    const shown: unknown = results[index]
    if (!saysWhatWasSigned(claim, shown, await hashOf(own(shown, 'certificate')))) throw otherCertificate()
  }
  return 'matches'
}

async function hashOf(certificate: unknown): Promise<string | null> {
  const text = canonicalOf(certificate)
  return text === null ? null : hexSha256(text)
}

function isSame(one: unknown, other: unknown): boolean {
  const text = canonicalOf(one)
  return text !== null && text === canonicalOf(other)
}

function canonicalOf(value: unknown): string | null {
  try {
    return canonicalJson(value)
  } catch {
    return null
  }
}

const fails = (sentence: string): ClientError => clientError('receipt_fails', `The receipt fails. ${sentence}`)
const otherCertificate = () => fails('The certificate in the file is not the one that the receipt is about.')
