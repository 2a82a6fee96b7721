import { latin1 } from './file-kind'

/** What a file is that is not read here, as far as it tells its owner what to do. */
export type UnreadKind = 'empty' | 'too_large' | 'packed' | 'sheet' | 'picture' | 'other'

/** Nothing but the mark of its encoding, as an empty sheet is saved, and spaces. */
const EMPTY = /^(?:(?:\xEF\xBB\xBF)?\s*|(?:\xFF\xFE|\xFE\xFF)[\s\0]*)$/
/** ZIP, RAR, 7-Zip, gzip. */
const PACKED = /^(?:PK\x03\x04|PK\x05\x06|Rar!\x1A\x07|7z\xBC\xAF\x27\x1C|\x1F\x8B)/
/** Compound files, of which workbooks behind a password and old ones are some; and open documents and Numbers, which are packed. */
const SHEET =
  /^\xD0\xCF\x11\xE0[\s\S]*(?:E\0n\0c\0r\0y\0p\0t\0e\0d\0P|W\0o\0r\0k\0b\0o\0o\0k)|^PK\x03\x04[\s\S]{0,300}(?:opendocument\.spreadsheet|Index\/(?:Document|Tables|CalculationEngine)|xl\/)/
const DOCUMENT = /^PK\x03\x04[\s\S]*?(?:word\/|ppt\/|opendocument\.|META-INF\/)/

/**
 * Tells what a file that `fileKind` does not know is, by its bytes.
 * @param head as of `fileKind`
 */
export function unreadKind(head: Uint8Array): UnreadKind {
  const bytes = latin1(head)
  if (EMPTY.test(bytes)) return 'empty'
  if (SHEET.test(bytes)) return 'sheet'
  return PACKED.test(bytes) && !DOCUMENT.test(bytes) ? 'packed' : 'other'
}
