import { XmlError } from './xml-error'

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|([^\s#&;<][^\s&;<]{0,63}));/g
const LONE = /&(?!(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[^\s#&;<][^\s&;<]{0,63});)/
/** XML 1.0 section 2.2: characters that no document may hold, not even as a reference. */
const NO_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/**
 * Replaces character references and the five predefined entities (XML 1.0 section 4.6).
 * @throws XmlError for any other entity (`usesEntities`), and for characters that XML forbids
 */
export function decodeXmlText(text: string): string {
  // Looked for first: `replace` finds every reference before it has the first decoded.
  if (LONE.test(text)) throw new XmlError('there is an & that begins no reference')
  const decoded = text.includes('&') ? text.replace(REFERENCE, decodeReference) : text
  if (NO_CHARACTER.test(decoded)) throw new XmlError('the text holds a character that XML forbids')
  return decoded
}

function decodeReference(reference: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) {
    const character = PREDEFINED.get(name)
    if (character === undefined) throw new XmlError('the text uses an entity of its own', true)
    return character
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  if (code > 0x10ffff) throw new XmlError(`${reference} is no character`)
  return String.fromCodePoint(code)
}
