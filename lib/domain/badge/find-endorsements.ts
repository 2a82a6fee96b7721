import { issuerIdOf } from './proof/check-credential-signatures'
import { asArray } from './read/as-array'
import { type JsonPlace, pathTo, walkJson } from './read/walk-json'

/** One endorsement in a credential (OB 3.0 sections B.1.1, B.1.2 and B.1.4). */
export interface EmbeddedEndorsement {
  path: (string | number)[]
  /** As it stands in `endorsement`, or in `endorsementJwt`. */
  form: 'json' | 'jwt'
  value: unknown
  /** What it may be about: the node that it stands in; on the credential itself also achievements and profiles in it. */
  about: readonly unknown[]
}

const FORMS = { endorsement: 'json', endorsementJwt: 'jwt' } as const
const NODE_TYPES: readonly unknown[] = ['Achievement', 'Profile']

/**
 * Finds the endorsements of a credential, wherever they stand in it, but not those within another endorsement.
 * @param most no more are looked for once there are more than these
 */
export function findEndorsements(credential: Record<string, unknown>, most: number): EmbeddedEndorsement[] {
  const found: EmbeddedEndorsement[] = []
  for (const place of walkJson(credential)) {
    if (found.length > most) break
    const form = formOf(place)
    if (!form || !place.within || isWithinEndorsement(place.within)) continue
    const about = idsAround(place.within)
    const path = pathTo(place)
    for (const [index, value] of asArray(place.value)
      .slice(0, most + 1)
      .entries()) {
      found.push({ path: Array.isArray(place.value) ? [...path, index] : path, form, value, about })
    }
  }
  return found
}

/** Whether a place belongs to an endorsement, and not to the credential that this stands in. */
export function isWithinEndorsement(place: JsonPlace): boolean {
  for (let at: JsonPlace | null = place; at; at = at.within) if (formOf(at)) return true
  return false
}

function formOf({ key, within }: JsonPlace): EmbeddedEndorsement['form'] | null {
  if (!within || (key !== 'endorsement' && key !== 'endorsementJwt')) return null
  return FORMS[key]
}

function idsAround({ value, within }: JsonPlace): unknown[] {
  const node = value as Record<string, unknown>
  const ids: unknown[] = [node.id]
  if (within) return ids
  ids.push(issuerIdOf(node))
  for (const place of walkJson(node)) {
    if (isNode(place.value) && !isWithinEndorsement(place)) ids.push(place.value.id)
  }
  return ids
}

function isNode(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return asArray(value.type).some((type) => NODE_TYPES.includes(type))
}
