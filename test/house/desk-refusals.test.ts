import { describe, expect, it } from 'vitest'
import { deskRefusal } from '@/lib/i18n/desk/refusal'
import { NOT_READ, SAID_ELSEWHERE } from './desk-refusals'
import { filesOfDesk, type Refused, refusalsOf } from './desk-sentences'

/** Kinds of refusal that the page says in the reader's language by themselves. */
const SAID_BY_KIND = ['not_found', 'unavailable']

/** A value of each form that a sentence may hold. */
const VALUES = ['7', '“Name”', 'full_name']

function isSaid(sentence: string): boolean {
  return VALUES.some((value) => deskRefusal(sentence.replace(/<\d+>/g, value)).lang === undefined)
}

const nameOf = ({ path, sentence, written }: Refused) => sentence ?? `${path}: ${written}`

/** Those that reach a reader of the desk in English alone. */
function inEnglish(refused: readonly Refused[]): string[] {
  const met = refused.filter((one) => !SAID_BY_KIND.includes(one.code))
  return met.filter(({ sentence }) => sentence === null || !isSaid(sentence)).map(nameOf)
}

describe('what the desk refuses', () => {
  const found = filesOfDesk().flatMap((path) => refusalsOf(path))
  const known = [...NOT_READ.keys(), ...SAID_ELSEWHERE.keys()]

  it('is looked for in all that the desk runs', () => {
    expect(found.length).toBeGreaterThan(150)
    expect(found.map(({ path }) => path)).toContain('lib/service/mail/enqueue-mail.ts')
  })

  it('is in the reader’s language, or nobody reads it there', () => {
    expect(inEnglish(found).filter((sentence) => !known.includes(sentence))).toEqual([])
  })

  it('is named as an exception only while it is one', () => {
    const english = inEnglish(found)
    expect(known.filter((sentence) => !english.includes(sentence))).toEqual([])
  })

  it('is read where the constant that says it is', () => {
    const text = "import { CLOSED_INVITATION } from './closed-invitation'\nnew ServiceError('gone', CLOSED_INVITATION)"
    const [refused] = refusalsOf('lib/service/desk/sign-in/a.ts', text)
    expect(refused?.sentence).toMatch(/^This invitation was used already/)
  })

  it.each([
    ["new ServiceError('malformed', 'It is on fire.')", 'It is on fire.'],
    ["const WHY = 'It is on fire.'\nnew ServiceError('gone', WHY)", 'It is on fire.'],
    ["function no(why: string) { throw new ServiceError('malformed', why) }\nno('It is on fire.')", 'It is on fire.'],
    ["new ServiceError('malformed', a ? 'It is on ' + 'fire.' : 'Enter your password.')", 'It is on fire.'],
    ['new ServiceError("forbidden", `${what} is on fire.`)', '<0> is on fire.'],
    ["new ServiceError('malformed', deskText('lookUp.tooMany'))", "a.ts: deskText('lookUp.tooMany')"],
  ])('would be found: %s', (text, sentence) => expect(inEnglish(refusalsOf('a.ts', text))).toEqual([sentence]))
})
