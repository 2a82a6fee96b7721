import type { NamedActor } from '@/lib/domain/desk/named-actor'
import { listMembers } from '@/lib/store/desk/members'
import { findUsersByIds } from '@/lib/store/desk/users'
import { findApiKeys } from '@/lib/store/issuers/issuer-api-keys'

/**
 * Names the actors in an issuer's history and log. It never names anybody of another issuer.
 * @param people ids of people in the issuer's own log: they are named also after they left
 */
export async function nameActors(
  issuerId: string,
  people: readonly string[] = [],
): Promise<(actor: string) => NamedActor> {
  const [members, keys] = await Promise.all([listMembers(issuerId), findApiKeys(issuerId)])
  const known = new Map<string, NamedActor>(
    members.map(({ userId, name, email }) => [`user:${userId}`, { kind: 'person', name, email }]),
  )
  const left = people.filter((id) => !known.has(`user:${id}`))
  for (const { id, name, email } of left.length > 0 ? await findUsersByIds(left) : [])
    known.set(`user:${id}`, { kind: 'left', name, email })
  const keyNames = new Map(keys.map(({ id, name }) => [`key:${id}`, name]))
  return (actor) => {
    const person = known.get(actor)
    if (person !== undefined) return person
    if (actor.startsWith('user:')) return { kind: 'former' }
    if (actor.startsWith('key:')) return { kind: 'key', name: keyNames.get(actor) ?? '' }
    return actor === 'operator' || actor === 'demo' ? { kind: actor } : { kind: 'other', word: actor }
  }
}
