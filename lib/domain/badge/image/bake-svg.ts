import { OPEN_BADGES_3_NAMESPACE, readSvgCredentials } from './svg-credentials'

/**
 * Bakes a credential into an SVG (OB 3.0 section 5.3.2): the namespace on the root, and right after its start tag an
 * `openbadges:credential` element with a compact JWS in its attribute `verify`, or JSON as CDATA. Everything else of the
 * picture stays as it is.
 * @param svg a whole SVG without a badge
 * @param credential the signed credential: the JSON text or the compact JWS, baked as it is
 * @returns the baked SVG
 * @throws TypeError when the SVG holds a badge already or uses the prefix `openbadges` for something else; XmlError when
 *   it is no SVG
 */
export function bakeSvg(svg: string, credential: string): string {
  const { root, credentials } = readSvgCredentials(svg)
  if (credentials.length > 0) throw new TypeError('the SVG holds a badge already')
  const namespace = root.attributes.get('xmlns:openbadges') ?? null
  if (namespace !== null && namespace !== OPEN_BADGES_3_NAMESPACE) {
    throw new TypeError('the SVG uses the prefix openbadges for something else')
  }
  const declaration = namespace === null ? ` xmlns:openbadges="${OPEN_BADGES_3_NAMESPACE}"` : ''
  const tag = svg.slice(root.start, root.end - (root.isSelfClosing ? '/>' : '>').length)
  const end = root.isSelfClosing ? `</${root.name}>` : ''
  return `${svg.slice(0, root.start)}${tag}${declaration}>${badgeElement(credential)}${end}${svg.slice(root.end)}`
}

function badgeElement(credential: string): string {
  const isJws = /^[\w.-]+$/.test(credential)
  // A CDATA section ends at the first `]]>`, so one within the text is spread over two sections.
  const content = isJws ? '' : `<![CDATA[${credential.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
  return `<openbadges:credential${isJws ? ` verify="${credential}"` : ''}>${content}</openbadges:credential>`
}
