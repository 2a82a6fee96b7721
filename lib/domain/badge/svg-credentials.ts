import { scanXml } from './scan-xml'
import { XmlError } from './xml-error'
import type { XmlStartTag } from './xml-start-tag'

/** Namespace of the `credential` element (OB 3.0 section 5.3.2). */
export const OPEN_BADGES_3_NAMESPACE = 'https://purl.imsglobal.org/ob/v3p0'
/** Namespace of the `assertion` element of older badges (OB 2.0 baking). */
const OPEN_BADGES_2_NAMESPACE = 'http://openbadges.org'

/** An SVG picture, as far as badges are concerned. */
export interface SvgReading {
  /** The root's start tag; its local name is `svg`. */
  root: XmlStartTag
  /** What each `openbadges:credential` or `openbadges:assertion` element holds: its attribute, then its content. */
  credentials: { verify: string | null; content: string }[]
}

type Namespaces = ReadonlyMap<string, string>

/**
 * Finds the badges in an SVG, wherever in it they stand. An element counts by its namespace and by its prefix alike, as
 * other readers go by one or the other.
 * @throws XmlError when it is no well-formed XML without entities, or its root is not `svg`
 */
export function readSvgCredentials(svg: string): SvgReading {
  const events = scanXml(svg)
  const scopes: Namespaces[] = [new Map()]
  const credentials: SvgReading['credentials'] = []
  let root: XmlStartTag | null = null
  let inside: { depth: number; credential: SvgReading['credentials'][number] } | null = null
  for (const event of events) {
    if (event.kind === 'open') {
      root ??= event
      const scope = withNamespaces(scopes.at(-1) ?? new Map(), event)
      scopes.push(scope)
      if (!isBadgeElement(event.name, scope)) continue
      if (inside) throw new XmlError('a badge element holds another')
      const credential = { verify: event.attributes.get('verify') ?? null, content: '' }
      credentials.push(credential)
      inside = { depth: scopes.length, credential }
    } else if (event.kind === 'close') {
      if (inside?.depth === scopes.length) inside = null
      scopes.pop()
    } else if (inside) inside.credential.content += event.text
  }
  if (root === null || localName(root.name) !== 'svg') throw new XmlError('the root element is not svg')
  return { root, credentials }
}

function withNamespaces(outer: Namespaces, tag: XmlStartTag): Namespaces {
  const declared = [...tag.attributes].flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value]]
    return name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), value]] : []
  })
  return declared.length === 0 ? outer : new Map([...outer, ...declared])
}

function isBadgeElement(name: string, scope: Namespaces): boolean {
  const local = localName(name)
  const prefix = name.slice(0, -local.length - 1)
  const namespace = scope.get(prefix)
  if (local === 'credential') return prefix === 'openbadges' || namespace === OPEN_BADGES_3_NAMESPACE
  return local === 'assertion' && (prefix === 'openbadges' || namespace === OPEN_BADGES_2_NAMESPACE)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
