import { scanXml } from './scan-xml'
import { XmlError } from './xml-error'
import type { XmlStartTag } from './xml-start-tag'

/** Namespace of the `credential` element (OB 3.0 section 5.3.2). */
export const OPEN_BADGES_3_NAMESPACE = 'https://purl.imsglobal.org/ob/v3p0'
/** Namespace of the `assertion` element of older badges (OB 2.0 baking). */
const OPEN_BADGES_2_NAMESPACE = 'http://openbadges.org'

/** An SVG picture, as far as badges are concerned. */
interface SvgReading {
  /** The root's start tag; its local name is `svg`. */
  root: XmlStartTag
  /** What each `openbadges:credential` or `openbadges:assertion` element holds: its attribute, then its content. */
  credentials: { verify: string | null; content: string }[]
}

/** What one element declares, and the scope around it: copying what is in scope would cost its square. */
interface Scope {
  declared: ReadonlyMap<string, string>
  outer: Scope | null
}

const NO_NAMESPACES: Scope = { declared: new Map(), outer: null }

/**
 * Finds the badges in an SVG, wherever in it they stand. An element counts by its namespace and by its prefix alike, as
 * other readers go by one or the other.
 * @throws XmlError when it is no well-formed XML without entities, or its root is not `svg`
 */
export function readSvgCredentials(svg: string): SvgReading {
  const events = scanXml(svg)
  const scopes: Scope[] = [NO_NAMESPACES]
  const credentials: SvgReading['credentials'] = []
  let root: XmlStartTag | null = null
  let inside: { depth: number; credential: SvgReading['credentials'][number] } | null = null
  for (const event of events) {
    if (event.kind === 'open') {
      root ??= event
      const scope = withNamespaces(scopes.at(-1) ?? NO_NAMESPACES, event)
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

function withNamespaces(outer: Scope, tag: XmlStartTag): Scope {
  const declared = [...tag.attributes].flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value]]
    return name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), value]] : []
  })
  return declared.length === 0 ? outer : { declared: new Map(declared), outer }
}

function namespaceOf(prefix: string, scope: Scope): string | undefined {
  for (let at: Scope | null = scope; at; at = at.outer) {
    const namespace = at.declared.get(prefix)
    if (namespace !== undefined) return namespace
  }
  return undefined
}

function isBadgeElement(name: string, scope: Scope): boolean {
  const local = localName(name)
  if (local !== 'credential' && local !== 'assertion') return false
  const prefix = name.slice(0, -local.length - 1)
  const namespace = local === 'credential' ? OPEN_BADGES_3_NAMESPACE : OPEN_BADGES_2_NAMESPACE
  return prefix === 'openbadges' || namespaceOf(prefix, scope) === namespace
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
