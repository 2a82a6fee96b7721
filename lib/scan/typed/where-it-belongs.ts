import { fileKind, fileText, TELLING_BYTES } from '@/lib/domain/certificate/file-kind'
import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { typedList } from '@/lib/scan/list/typed-list'
import { LONGEST_LIST } from './read-serials'
import { readTypedText, type TypedText } from './read-typed-text'

/** An input that belongs to another page of ours, with all that is needed to lead there. */
export type Belonging =
  | Extract<TypedText, { kind: 'serial' | 'id' | 'passport' | 'badge' | 'receipt' }>
  /** `list` is what the page for several certificates takes. */
  | { kind: 'several'; list: string }
  | { kind: 'pdf' | 'picture' }

/**
 * Finds out what came into a box that is for something else (spec part 13). It judges nothing: it only says which page
 * does.
 * @param bytes a file, or the text that was typed
 * @param origins of this service: the present one first, then those that it had before
 * @returns null where no page takes it, nor a text longer than a form is read: it is read on the thread that answers everybody
 */
export function whereItBelongs(bytes: Uint8Array, origins: readonly [string, ...string[]]): Belonging | null {
  const kind = fileKind(bytes.subarray(0, TELLING_BYTES))
  if (kind === 'spreadsheet' || kind === 'unknown') return null
  if (kind !== 'serials') return { kind }
  const whole = fileText(bytes) ?? ''
  const text = whole.length > LONGEST_LIST ? whole.trim() : whole
  if (text.length > LONGEST_LIST) return null
  const typed = readTypedText(text, origins)
  if (typed.kind === 'empty' || typed.kind === 'elsewhere' || typed.kind === 'nothing') return null
  if (typed.kind === 'several') return { kind: 'several', list: typedList(text, typed.serials, origins).list }
  if (typed.kind === 'serial' && !isMeantAsSerial(typed.serial)) return null
  const list = typed.kind === 'serial' ? typedList(text, [typed.serial], origins) : null
  return list?.isTable ? { kind: 'several', list: list.list } : typed
}

/** A word alone could be an issuer's own number; in a box for something else it is more likely just a word. */
function isMeantAsSerial(text: string): boolean {
  return /\d/.test(text) && unknownSerial(text).kind !== 'nothing'
}
