import type { NamedActor } from '@/lib/domain/desk/named-actor'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskText } from '@/lib/i18n/desk/text'

/** The name of an actor inside a sentence. */
export function actorName(actor: NamedActor): string {
  if (actor.kind === 'person') return actor.name
  if (actor.kind === 'key')
    return actor.name === '' ? deskText('actor.someKey') : deskText('actor.key', { name: actor.name })
  return actor.kind === 'other' ? actor.word : deskText(`actor.${actor.kind}`)
}

/** The same where a sentence begins with it. A name is left as it is. */
export function actorFirst(actor: NamedActor): string {
  const name = actorName(actor)
  if (actor.kind === 'person') return name
  return name.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(deskReader().language))
}
