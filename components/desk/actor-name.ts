import type { NamedActor } from '@/lib/domain/desk/named-actor'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskText } from '@/lib/i18n/desk/text'

/** The name of an actor inside a sentence. */
export function actorName(actor: NamedActor): string {
  if (actor.kind === 'person') return actor.name
  if (actor.kind === 'left') return deskText('actor.left', { name: actor.name })
  if (actor.kind === 'key')
    return actor.name === '' ? deskText('actor.someKey') : deskText('actor.key', { name: actor.name })
  return actor.kind === 'other' ? actor.word : deskText(`actor.${actor.kind}`)
}

/** The name of an actor at the beginning of a sentence; what somebody is called stays as it is written. */
export function actorFirst(actor: NamedActor): string {
  const name = actorName(actor)
  if (actor.kind === 'person' || actor.kind === 'left' || actor.kind === 'other') return name
  const [first = '', ...rest] = name
  return first.toLocaleUpperCase(deskReader().language) + rest.join('')
}

/** Who did something, where that is what matters: with the e-mail of a person, as they chose their name by themselves. */
export function actorInLog(actor: NamedActor): string {
  if (actor.kind === 'left') return deskText('actor.left', { name: `${actor.name} (${actor.email})` })
  return actor.kind === 'person' ? `${actor.name} (${actor.email})` : actorFirst(actor)
}

/** Whom something was done to, inside a sentence of the log. */
export function personInLog(person: NamedActor): string {
  return person.kind === 'person' || person.kind === 'left' ? `${person.name} (${person.email})` : actorName(person)
}
