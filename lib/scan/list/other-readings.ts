import { fileText } from '@/lib/domain/certificate/file-kind'

/** What spreadsheets save lists in besides Windows-1252, as browsers know it. */
const OTHERS = [
  ...['windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257'],
  ...['windows-1258', 'windows-874', 'macintosh', 'x-mac-cyrillic', 'ibm866', 'gb18030', 'big5', 'shift_jis', 'euc-kr'],
]

/** Bytes beyond ASCII by the characters that a list has where they were read as Windows-1252. */
const BYTES = new Map(
  Array.from({ length: 0x80 }, (_, at): [string, number] => [fileText(Uint8Array.of(0x80 + at)) ?? '', 0x80 + at]),
)

/** A text of a list that was read as Windows-1252, as it reads in each other code page that it can have been saved in. */
export function* otherReadings(text: string): Generator<string> {
  const bytes = Uint8Array.from(text, (character) => BYTES.get(character) ?? character.charCodeAt(0))
  if (bytes.every((byte) => byte < 0x80)) return
  for (const page of OTHERS) {
    try {
      yield new TextDecoder(page, { fatal: true }).decode(bytes)
    } catch {
      // It has bytes that are none there, or is unknown to this browser.
    }
  }
}
