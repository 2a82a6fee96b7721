import { seenLetters } from '@/lib/domain/text/plain-letters'
import { couldBeSerial, isOwnShape, serialCheck, serialKey } from './serial'

/**
 * The kind of a text that names no certificate. `own`: a serial of this service that was never issued; `mistyped`,
 * `missing`, `extra`: meant as one, with a wrong character or with that many characters too few or too many; `number`:
 * a number that an issuer may have brought; `nothing`: no serial at all.
 */
export type UnknownSerial =
  | { kind: 'own' | 'mistyped' | 'number' | 'nothing' }
  | { kind: 'missing' | 'extra'; count: number }

const OWN_LENGTH = 16
const LONGEST_MEANT = 20
/** Shorter ones without a dash are as likely an issuer's own number. */
const SHORTEST_UNGROUPED = 12
/** How often letters and digits take turns in what is meant as a serial of ours. */
const TURNS = 4

/**
 * Says why a text names no certificate (spec part 13): only of a whole serial of our own form may a page say
 * that there is no such certificate; everything else may be a slip of whoever typed it.
 * @param text as it was typed, of any length
 */
export function unknownSerial(text: string): UnknownSerial {
  const key = serialKey(text)
  if (isOwnShape(key)) return { kind: serialCheck(text) === 'own' ? 'own' : 'mistyped' }
  if (isMeantAsOwn(seenLetters(text), key)) {
    if (key.length === OWN_LENGTH) return { kind: 'mistyped' }
    const count = Math.abs(OWN_LENGTH - key.length)
    return { kind: key.length < OWN_LENGTH ? 'missing' : 'extra', count }
  }
  const isName = /\s/.test(text.trim()) && !/\d/.test(text)
  return { kind: couldBeSerial(key) && !isName ? 'number' : 'nothing' }
}

/** Groups of four, of which the last may be shorter or longer, or one long word in which letters and digits take turns. */
function isMeantAsOwn(text: string, key: string): boolean {
  if (!/^[0-9A-Z]+$/.test(key) || key.length > LONGEST_MEANT) return false
  const groups = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  if (!/\d/.test(key) || !/[A-Z]/.test(key)) return false
  if (groups.length === 1) return key.length >= SHORTEST_UNGROUPED && turnsOf(text) >= TURNS
  const odd = groups.filter((group) => group.length !== 4)
  return groups.length <= 5 && odd.length <= 1 && odd.every((group) => group.length <= 5) && turnsOf(key) >= 2
}

function turnsOf(text: string): number {
  return (text.match(/\d(?=[A-Z])|[A-Z](?=\d)/gi) ?? []).length
}
