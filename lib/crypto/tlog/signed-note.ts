import { decodeBase64 } from '@/lib/crypto/encoding/base64'
import { LogFormatError } from './log-format-error'
import { isKeyName } from './note-key'

/** Room for a checkpoint with the cosignatures of some hundred witnesses. */
const MOST_BYTES = 64 * 1024
const MOST_SIGNATURES = 100
const KEY_ID_BYTES = 4

/** A text and its signatures, none of which is checked yet (C2SP signed-note). */
export interface SignedNote {
  /** With its last newline, which is signed too. */
  text: string
  signatures: NoteSignature[]
}

export interface NoteSignature {
  name: string
  keyId: number
  /** What stands behind the key id. */
  bytes: Buffer
}

/** @throws LogFormatError for whatever is not exactly a signed note */
export function parseNote(bytes: Uint8Array): SignedNote {
  const note = noteText(bytes)
  const end = note.lastIndexOf('\n\n')
  const lines = note.slice(end + 2).split('\n')
  if (end < 0 || lines.pop() !== '' || lines.length === 0)
    throw new LogFormatError('The note has no signatures, or breaks off within them.')
  if (lines.length > MOST_SIGNATURES) throw new LogFormatError('The note has too many signatures.')
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignatureLine) }
}

export function formatNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(formatSignatureLine).join('')}`
}

/** One line of signature with its newline, as witnesses answer with. */
export function formatSignatureLine({ name, keyId, bytes }: NoteSignature): string {
  const id = Buffer.alloc(KEY_ID_BYTES)
  id.writeUInt32BE(keyId)
  return `— ${name} ${Buffer.concat([id, bytes]).toString('base64')}\n`
}

/**
 * @param line without its newline
 * @throws LogFormatError
 */
export function parseSignatureLine(line: string): NoteSignature {
  const [, name = '', encoded = ''] = /^— ([^ ]+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? []
  const bytes = decodeBase64(encoded)
  if (!isKeyName(name) || !bytes || bytes.length <= KEY_ID_BYTES) {
    throw new LogFormatError('The note has a line of signature that is none.')
  }
  return { name, keyId: bytes.readUInt32BE(), bytes: bytes.subarray(KEY_ID_BYTES) }
}

function noteText(bytes: Uint8Array): string {
  if (bytes.length > MOST_BYTES) throw new LogFormatError('The note is too long.')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new LogFormatError('The note is not UTF-8.')
  }
  // Only newlines may move a reader's eye or a terminal's cursor.
  if ([...text].some((letter) => letter < ' ' && letter !== '\n')) {
    throw new LogFormatError('The note holds a control character.')
  }
  return text
}
