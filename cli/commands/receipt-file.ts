import { readFile } from 'node:fs/promises'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import {
  checkReceipt,
  checkReceiptAnswer,
  type CheckedReceipt,
  receiptAmong,
  ReceiptError,
} from '@/lib/domain/receipt/check-receipt'
import { ServiceError } from '@/lib/errors'
import { inspectDocument } from '@/lib/render/inspect/inspect-document'
import { ReceiptFails } from './receipt-fails'

/** More than the record of five thousand checks takes. */
const MOST_BYTES = 8 * 1024 * 1024
const MOST_RECEIPTS = 200

/** A receipt whose signature holds, as a file carried it. */
export type ReceiptFinding = CheckedReceipt & {
  /** Whether the file carried the certificate, which then is the one that the receipt is about. */
  certificate: 'matches' | 'not_carried'
  /** What the file carries of the public log, unchecked. */
  logProofs: unknown
}

/**
 * Checks every receipt in a file: one alone, one in its JSON form or PDF, or those of the record of a long list.
 * @param keys the file of the key set
 * @returns at least one, in the order of the file
 * @throws ReceiptFails where one of them does; ServiceError where that cannot be told, such as of a file that cannot be read, or
 *   of a key that is not in the set
 */
export async function checkReceiptFile(file: string, keys: string): Promise<ReceiptFinding[]> {
  const jwks = parseJson(await readText(keys), 'The key set is not JSON.')
  const head = (await readBytes(file)).subarray(0, 1024)
  if (head.includes('%PDF-')) {
    const { attachments, receiptJson } = await attachedTo(file)
    return all([() => ({ ...checkReceipt(receiptAmong(attachments), jwks), ...alone(receiptJson) })])
  }
  const text = await readText(file)
  // An editor's line end after the text is not part of the receipt.
  if (!text.trimStart().startsWith('{'))
    return all([() => ({ ...checkReceipt(text.replace(/\r?\n$/, ''), jwks), ...alone(null) })])
  const answer = parseJson(text, 'The receipt is not JSON.')
  const { receipts } = answer
  if (isRecord(receipts)) return all(receipts.map((one) => () => ({ ...checkReceipt(one, jwks), ...alone(null) })))
  return all([
    () => {
      const checked = checkReceiptAnswer(answer, jwks)
      const isCarried = (checked.kind === 'batch_receipt' ? answer.results : answer.certificate) !== undefined
      return { ...checked, certificate: isCarried ? 'matches' : 'not_carried', logProofs: answer.log_proofs }
    },
  ])
}

/** One that fails spoils the file, also behind one that cannot be told. */
function all(checks: readonly (() => ReceiptFinding)[]): ReceiptFinding[] {
  let unknown: ReceiptError | null = null
  const found = checks.flatMap((check) => {
    try {
      return [check()]
    } catch (error) {
      if (!(error instanceof ReceiptError)) throw error
      if (error.code !== 'unknown_key') throw new ReceiptFails(`The receipt fails. ${error.message}`)
      unknown ??= error
      return []
    }
  })
  if (unknown === null) return found
  const { message } = unknown as ReceiptError
  const sentence = `The receipt cannot be checked. ${message} The set may be older than the receipt: take a newer one.`
  throw new ServiceError('unavailable', sentence)
}

function isRecord(receipts: unknown): receipts is string[] {
  if (!Array.isArray(receipts) || receipts.length === 0) return false
  if (receipts.length > MOST_RECEIPTS)
    throw new ServiceError('unavailable', `The file holds more than ${MOST_RECEIPTS} receipts.`)
  return receipts.every((receipt) => typeof receipt === 'string')
}

/** What stands beside a signed text that came without its readable form; of a PDF, the proofs in its `receipt.json`. */
function alone(receiptJson: string | null): Pick<ReceiptFinding, 'certificate' | 'logProofs'> {
  const { log_proofs: logProofs } =
    receiptJson === null ? {} : parseJson(receiptJson, 'The receipt.json of the PDF is not JSON.')
  return { certificate: 'not_carried', logProofs }
}

async function attachedTo(file: string): Promise<{ attachments: readonly string[]; receiptJson: string | null }> {
  const found = await inspectDocument(file, { attachmentsOnly: true })
  if (found.outcome === 'encrypted') throw new ServiceError('unavailable', 'The PDF is encrypted.')
  if (found.outcome !== 'inspected') throw new ServiceError('unavailable', 'The PDF could not be read.')
  return found.inspection
}

async function readBytes(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw new ServiceError('unavailable', `The file ${path} cannot be read.`, { cause })
  })
}

async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path)
  if (bytes.length > MOST_BYTES) throw new ServiceError('unavailable', `The file ${path} is too large.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ServiceError('unavailable', `The file ${path} is not text in UTF-8.`, { cause })
  }
}

function parseJson(text: string, sentence: string): Record<string, unknown> {
  try {
    return (parseStrictJson(text) ?? {}) as Record<string, unknown>
  } catch (cause) {
    throw new ServiceError('unavailable', sentence, { cause })
  }
}
