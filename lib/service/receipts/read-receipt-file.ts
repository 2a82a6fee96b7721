import { readFile } from 'node:fs/promises'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { decodeUtf8 } from '@/lib/domain/badge/read/decode-utf8'
import { receiptAmong } from '@/lib/domain/receipt/check-receipt'
import { ServiceError, undetermined } from '@/lib/errors'
import { inspectDocument } from '@/lib/render/inspect/inspect-document'

/** A receipt as it was sent, unchecked: the signed text, and the readable form that came with it. */
export interface SentReceipt {
  receiptJwt: string
  /** The parsed JSON that held it; null where it came alone or in a PDF. */
  answer: unknown
}

/**
 * Reads a receipt out of a file: a PDF that carries one (read in the sandbox; nothing else of it is looked at), its JSON
 * form, or the signed text alone. What it is, its bytes say.
 * @param path a file that does not change meanwhile
 * @param address the caller's, as it is counted
 * @throws ServiceError `malformed` where it is none of these, `unavailable` where a PDF could not be read just now;
 * ReceiptError where the PDF carries none, or several
 */
export async function readReceiptFile(path: string, address: string): Promise<SentReceipt> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 1024).includes('%PDF-'))
    return { receiptJwt: receiptAmong(await attachmentsOf(path, address)), answer: null }
  const text = decodeUtf8(bytes)?.trim() ?? ''
  if (text.startsWith('{')) return fromJson(text)
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return { receiptJwt: text, answer: null }
  throw unreadable('This is no receipt: neither a PDF, nor JSON, nor a signed text.')
}

async function attachmentsOf(path: string, address: string): Promise<string[]> {
  const result = await inspectDocument(path, { address, attachmentsOnly: true })
  if (result.outcome === 'inspected') return result.inspection.attachments
  if (result.outcome === 'busy')
    throw new ServiceError('unavailable', 'Too many files are being checked just now. Try again in a moment.')
  if (result.outcome === 'failed') throw undetermined(new Error(`inspecting a receipt ended with a ${result.reason}`))
  throw unreadable('The file is not a PDF that can be read.')
}

function fromJson(text: string): SentReceipt {
  try {
    const answer = parseStrictJson(text, { maxDepth: 8 })
    const { receipt_jwt: receiptJwt } = answer as Record<string, unknown>
    if (typeof receiptJwt !== 'string') throw new TypeError('no receipt_jwt')
    return { receiptJwt, answer }
  } catch (cause) {
    throw unreadable('This JSON is no receipt: it holds no receipt_jwt, or names a member twice.', cause)
  }
}

function unreadable(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('malformed', sentence, { cause })
}
