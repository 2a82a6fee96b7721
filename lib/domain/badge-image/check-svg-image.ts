import { scanXml, type XmlEvent } from '@/lib/domain/badge/image/scan-xml'
import { OPEN_BADGES_3_NAMESPACE } from '@/lib/domain/badge/image/svg-credentials'
import { XmlError } from '@/lib/domain/badge/image/xml-error'
import { decodeUtf8 } from '@/lib/domain/badge/read/decode-utf8'
import { BADGE_IMAGE_BYTES, type ImageCheck, refuseImage } from './image-check'
import { SVG_ATTRIBUTES, SVG_ELEMENTS, SVG_NAMESPACE, SVG_REFERRING, XLINK_NAMESPACE } from './svg-allow-list'
import { writeSvg } from './write-svg'

type Open = Extract<XmlEvent, { kind: 'open' }>

/** Enough for clips and repeated ornaments. A picture that multiplies itself stops the reader's program. */
const MOST_USES = 64
const MOST_DEPTH = 64
const OWN_REFERENCE = /^#[\w.:-]+$/
const OWN_URLS = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/g
const LEADS_OUT = /(url|src|image|image-set|expression)\s*\(|(javascript|behavior|-moz-binding)\s*:/i
const PLAIN_SVG = 'Save it as plain SVG, with texts as outlines, and try again.'

class Refusal extends Error {}

/**
 * Checks an SVG that badges are to be baked into, and writes it anew: only listed elements and attributes, no reference
 * that leads out of the file, no script, event, animation, entity, document type, comment or instruction. What is given
 * out is what was checked, spelled by us, so that no other reader can find more in it.
 * @param bytes the whole file
 * @returns the text of the new SVG
 */
export function checkSvgImage(bytes: Uint8Array): ImageCheck<string> {
  if (bytes.length > BADGE_IMAGE_BYTES) return refuseImage('The image is larger than 1 MiB.')
  const text = decodeUtf8(bytes)?.replace(/^\ufeff/, '')
  if (text === undefined) return refuseImage('The SVG is not UTF-8 text.')
  try {
    if (text.includes('<!DOCTYPE')) throw new Refusal(`The SVG has a document type. ${PLAIN_SVG}`)
    if (/<\?(?!xml\s)/.test(text)) throw new Refusal(`The SVG has a processing instruction. ${PLAIN_SVG}`)
    const events = scanXml(text)
    checkRoot(events)
    checkElements(events)
    return { ok: true, picture: writeSvg(events) }
  } catch (error) {
    if (error instanceof Refusal) return refuseImage(error.message)
    if (!(error instanceof XmlError)) throw error
    return refuseImage(
      error.usesEntities
        ? `The SVG uses entities. ${PLAIN_SVG}`
        : `The file is no SVG that can be read: ${error.message}.`,
    )
  }
}

function checkRoot(events: readonly XmlEvent[]): void {
  const root = events.find((event): event is Open => event.kind === 'open')
  if (root?.name !== 'svg' || root.attributes.get('xmlns') !== SVG_NAMESPACE)
    throw new Refusal(`The file is no SVG: its root is not <svg xmlns="${SVG_NAMESPACE}">.`)
  if ([...root.attributes.values()].includes(OPEN_BADGES_3_NAMESPACE))
    throw new Refusal('The SVG is a badge already: it holds somebody’s credential. Use the picture as it was before.')
}

function checkElements(events: readonly XmlEvent[]): void {
  const path: Open[] = []
  const uses: string[] = []
  const multiplying = new Set<string>()
  let sheet = ''
  for (const event of events) {
    if (event.kind === 'close') {
      // Pieces between comments and CDATA sections grow together: a style sheet is looked at whole.
      if (path.pop()?.name === 'style') checkStyle(sheet)
      sheet = ''
    } else if (event.kind === 'text') sheet += event.text
    else {
      if (path.at(-1)?.name === 'style') throw new Refusal(`The SVG has an element in its styles. ${PLAIN_SVG}`)
      checkElement(event, path.length === 0)
      sheet = ''
      if (event.name === 'use') {
        uses.push(referenceOf(event))
        for (const ancestor of path) multiplying.add(`#${ancestor.attributes.get('id') ?? ''}`)
      }
      path.push(event)
      if (path.length > MOST_DEPTH) throw new Refusal(`The SVG nests deeper than ${MOST_DEPTH} elements. ${PLAIN_SVG}`)
    }
  }
  if (uses.length > MOST_USES) throw new Refusal(`The SVG repeats parts more than ${MOST_USES} times. ${PLAIN_SVG}`)
  if (uses.some((target) => multiplying.has(target)))
    throw new Refusal(`The SVG repeats a part that repeats another one. ${PLAIN_SVG}`)
}

function checkElement({ name, attributes }: Open, isRoot: boolean): void {
  if (!SVG_ELEMENTS.has(name))
    throw new Refusal(`The SVG has an element <${name}>, which a badge may not have. ${PLAIN_SVG}`)
  for (const [attribute, value] of attributes) {
    if (attribute === 'href' || attribute === 'xlink:href') {
      if (!SVG_REFERRING.has(name) || !OWN_REFERENCE.test(value))
        throw new Refusal(`The SVG refers to something outside of itself in <${name}>. ${PLAIN_SVG}`)
    } else if (!isNamespace(attribute, value, isRoot)) {
      if (!SVG_ATTRIBUTES.has(attribute) && !/^data-[a-z][a-z-]*$/.test(attribute))
        throw new Refusal(
          `The SVG has an attribute ${attribute} in <${name}>, which a badge may not have. ${PLAIN_SVG}`,
        )
      checkStyle(value)
    }
  }
}

function isNamespace(attribute: string, value: string, isRoot: boolean): boolean {
  if (!isRoot) return false
  return (
    (attribute === 'xmlns' && value === SVG_NAMESPACE) || (attribute === 'xmlns:xlink' && value === XLINK_NAMESPACE)
  )
}

/** Colours and style sheets: an escape could spell what is looked for here, and a rule with @ could fetch. */
function checkStyle(value: string): void {
  const rest = value.replace(OWN_URLS, '')
  if (LEADS_OUT.test(rest))
    throw new Refusal(`The SVG refers to something outside of itself in its styles. ${PLAIN_SVG}`)
  if (/[\\@<]/.test(value)) throw new Refusal(`The SVG has styles that a badge may not have. ${PLAIN_SVG}`)
}

function referenceOf({ attributes }: Open): string {
  return attributes.get('href') ?? attributes.get('xlink:href') ?? ''
}
