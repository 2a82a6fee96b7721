import { asArray } from './read/as-array'

const CONTEXTS =
  /^https?:\/\/(w3id\.org\/openbadges|openbadgespec\.org\/|standard\.openbadges\.org\/|purl\.imsglobal\.org\/spec\/ob\/v2p)/
const TYPES: readonly unknown[] = ['Assertion', 'BadgeClass', 'obi:Assertion', 'obi:BadgeClass']

/** Whether this is a badge of Open Badges 2 or older, by its context, type or members. Nothing else of it is read. */
export function isOpenBadges2(credential: Record<string, unknown>): boolean {
  const types = asArray(credential.type ?? credential['@type'])
  if (types.includes('VerifiableCredential')) return false
  if (types.some((type) => TYPES.includes(type))) return true
  const contexts = asArray(credential['@context'])
  if (contexts.some((context) => typeof context === 'string' && CONTEXTS.test(context))) return true
  return Object.hasOwn(credential, 'recipient') && Object.hasOwn(credential, 'badge')
}
