import type { XmlEvent } from '@/lib/domain/badge/image/scan-xml'

/**
 * Writes elements, attributes and text as XML, without comments, CDATA sections, instructions, or references other than
 * the five predefined ones.
 * @param events as `scanXml` gives them
 */
export function writeSvg(events: readonly XmlEvent[]): string {
  let text = ''
  for (const event of events) {
    if (event.kind === 'open') {
      const attributes = [...event.attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
      text += `<${event.name}${attributes.join('')}>`
    } else text += event.kind === 'close' ? `</${event.name}>` : escapeText(event.text)
  }
  return text
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
}

function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;')
}
