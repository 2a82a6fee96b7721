import type { NamedActor } from '@/lib/domain/desk/named-actor'
import { listMembers } from '@/lib/store/desk/members'
import { findApiKeys } from '@/lib/store/issuers/issuer-api-keys'

/** Names the actors in an issuer's history and log. It never names anybody of another issuer. */
export async function nameActors(issuerId: string): Promise<(actor: string) => NamedActor> {
  const [members, keys] = await Promise.all([listMembers(issuerId), findApiKeys(issuerId)])
  const people = new Map(members.map(({ userId, name, email }) => [`user:${userId}`, { name, email }]))
  const keyNames = new Map(keys.map(({ id, name }) => [`key:${id}`, name]))
  return (actor) => {
    const person = people.get(actor)
    if (person !== undefined) return { kind: 'person', ...person }
    if (actor.startsWith('user:')) return { kind: 'former' }
    if (actor.startsWith('key:')) return { kind: 'key', name: keyNames.get(actor) ?? '' }
    return actor === 'operator' || actor === 'demo' ? { kind: actor } : { kind: 'other', word: actor }
  }
}
