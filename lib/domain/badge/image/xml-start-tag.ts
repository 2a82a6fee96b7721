import { XmlError } from './xml-error'
import { decodeXmlText } from './xml-text'

export interface XmlStartTag {
  name: string
  /** By qualified name, decoded. */
  attributes: Map<string, string>
  start: number
  end: number
  isSelfClosing: boolean
}

/** Far more than any element of a picture has. */
const MAX_ATTRIBUTES = 1000
const NAME = /[\p{L}_:][\p{L}\p{M}\p{N}_:.\u00B7-]*/uy
const EQUALS = /[ \t\r\n]*=[ \t\r\n]*/y
const SPACE = /[ \t\r\n]+/y

/**
 * Reads the start tag at a `<` (XML 1.0 section 3.1).
 * @throws XmlError for anything else there, and for an attribute named twice
 */
export function readStartTag(text: string, start: number): XmlStartTag {
  const name = match(NAME, text, start + 1)
  if (name === null) throw new XmlError('there is no name after <')
  const attributes = new Map<string, string>()
  let at = start + 1 + name.length
  for (;;) {
    const space = match(SPACE, text, at) ?? ''
    at += space.length
    if (text.startsWith('/>', at)) return { name, attributes, start, end: at + 2, isSelfClosing: true }
    if (text[at] === '>') return { name, attributes, start, end: at + 1, isSelfClosing: false }
    const attribute = match(NAME, text, at)
    if (space === '' || attribute === null) throw new XmlError('a start tag is not well-formed')
    if (attributes.size === MAX_ATTRIBUTES) throw new XmlError('an element has too many attributes')
    if (attributes.has(attribute)) throw new XmlError('an attribute is given twice')
    const value = readValue(text, at + attribute.length)
    attributes.set(attribute, value.text)
    at = value.end
  }
}

function readValue(text: string, from: number): { text: string; end: number } {
  const equals = match(EQUALS, text, from)
  const at = from + (equals?.length ?? 0)
  const quote = text[at]
  const end = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : -1
  if (equals === null || end === -1) throw new XmlError('an attribute has no quoted value')
  const value = text.slice(at + 1, end)
  if (value.includes('<')) throw new XmlError('an attribute value holds <')
  return { text: decodeXmlText(value.replace(/[\t\r\n]/g, ' ')), end: end + 1 }
}

function match(sticky: RegExp, text: string, at: number): string | null {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? null
}
