import { XmlError } from './xml-error'
import { readStartTag, type XmlStartTag } from './xml-start-tag'
import { decodeXmlText } from './xml-text'

export type XmlEvent =
  | ({ kind: 'open' } & XmlStartTag)
  | { kind: 'close'; name: string; start: number; end: number }
  | { kind: 'text'; text: string }

/** Limits far above what pictures have. A text past them costs more to read than to send. */
const MAX_EVENTS = 50_000
const MAX_ATTRIBUTES = 30_000
const MAX_REFERENCES = 50_000
const MAX_DEPTH = 200
const CLOSE_TAG = /<\/([^\s<>/]+)\s*>/y
const NOT_WHITE = /[^ \t\r\n]/
const ENCODING = /\bencoding\s*=\s*["']([^"']*)["']/

/**
 * Reads XML 1.0 from end to end, strictly: one root, tags properly nested, nothing but the five predefined entities and
 * character references. A document type may name a public DTD, which is not read; it may declare nothing itself.
 * @param text the decoded text without a byte order mark
 * @returns the tags and pieces of text (CDATA sections too) in their order; a self-closing tag gives `open` and `close`
 * @throws XmlError
 */
export function scanXml(text: string): XmlEvent[] {
  if (isPast(MAX_REFERENCES, '&', text)) throw new XmlError('there are too many references')
  if (isPast(MAX_ATTRIBUTES, '=', text)) throw new XmlError('there are too many attributes')
  const events: XmlEvent[] = []
  const open: string[] = []
  let at = 0
  let hasRoot = false
  while (at < text.length) {
    if (open.length > MAX_DEPTH) throw new XmlError(`elements are nested deeper than ${MAX_DEPTH} levels`)
    if (events.length > MAX_EVENTS) throw new XmlError('there are too many elements')
    const tag = text.indexOf('<', at)
    const between = text.slice(at, tag === -1 ? text.length : tag)
    if (open.length > 0 && between !== '') events.push({ kind: 'text', text: decodeXmlText(between) })
    if (open.length === 0 && NOT_WHITE.test(between)) throw new XmlError('there is text outside of the root element')
    if (tag === -1) break
    const skipped = skipNonElement(text, tag, { isOpen: open.length > 0, hasRoot })
    if (skipped) {
      if (skipped.cdata !== null) events.push({ kind: 'text', text: skipped.cdata })
      at = skipped.end
      continue
    }
    if (open.length === 0 && hasRoot) throw new XmlError('there is more than one root element')
    hasRoot = true
    at = readTag(text, tag, { events, open })
  }
  if (open.length > 0 || !hasRoot) throw new XmlError('the text ends within an element')
  return events
}

function readTag(text: string, start: number, into: { events: XmlEvent[]; open: string[] }): number {
  const { events, open } = into
  if (text[start + 1] === '/') {
    CLOSE_TAG.lastIndex = start
    const name = CLOSE_TAG.exec(text)?.[1]
    if (name === undefined || name !== open.pop()) throw new XmlError('an end tag does not match its start tag')
    events.push({ kind: 'close', name, start, end: CLOSE_TAG.lastIndex })
    return CLOSE_TAG.lastIndex
  }
  const tag = readStartTag(text, start)
  events.push({ kind: 'open', ...tag })
  if (tag.isSelfClosing) events.push({ kind: 'close', name: tag.name, start: tag.end, end: tag.end })
  else open.push(tag.name)
  return tag.end
}

/** Comments, CDATA sections, processing instructions and the document type; null where an element's tag stands. */
function skipNonElement(
  text: string,
  at: number,
  place: { isOpen: boolean; hasRoot: boolean },
): { end: number; cdata: string | null } | null {
  if (text.startsWith('<!--', at)) return { end: endOf(text, '-->', at + 4), cdata: null }
  if (text.startsWith('<![CDATA[', at) && place.isOpen) {
    const end = endOf(text, ']]>', at + 9)
    return { end, cdata: text.slice(at + 9, end - 3) }
  }
  if (text.startsWith('<?', at)) {
    const end = endOf(text, '?>', at + 2)
    if (/^<\?xml[\s?]/i.test(text.slice(at, at + 6))) checkDeclaration(text.slice(at, end), at)
    return { end, cdata: null }
  }
  if (!text.startsWith('<!', at)) return null
  if (!text.startsWith('<!DOCTYPE', at) || place.hasRoot) throw new XmlError('a declaration stands where none may be')
  return { end: endOfDocumentType(text, at), cdata: null }
}

function checkDeclaration(declaration: string, at: number): void {
  const encoding = ENCODING.exec(declaration)?.[1] ?? 'utf-8'
  if (at !== 0) throw new XmlError('an XML declaration stands within the text')
  if (!/^(utf-?8|us-ascii)$/i.test(encoding)) throw new XmlError('the encoding is not UTF-8')
}

/** Of `<!DOCTYPE svg PUBLIC "…" "…">`. Quotes are no place to hide a `>` in: identifiers of SVG hold none. */
function endOfDocumentType(text: string, at: number): number {
  const end = endOf(text, '>', at)
  if (/[[\]<]/.test(text.slice(at + 1, end))) throw new XmlError('the document type declares something', true)
  return end
}

function endOf(text: string, closing: string, from: number): number {
  const at = text.indexOf(closing, from)
  if (at === -1) throw new XmlError(`there is no ${closing} where one must be`)
  return at + closing.length
}

/** Whether a character stands in a text more often than so many times. */
function isPast(most: number, character: string, text: string): boolean {
  let count = 0
  for (let at = text.indexOf(character); at !== -1 && count <= most; at = text.indexOf(character, at + 1)) count += 1
  return count > most
}
