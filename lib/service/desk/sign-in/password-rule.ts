import { plainText, countUnexpected, shortestUnit } from '@/lib/domain/text/easy-text'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'

const SHORTEST = 12
const LONGEST = 200
/** What remains of a sentence without what is guessed first. */
const FEWEST_LETTERS = 4
/** A word that is written twice or more is no longer than itself. */
const SHORTEST_UNIT = 8
/** A telephone number has 15 digits at most (E.164), a day with its time 14. */
const FEWEST_DIGITS = 16
const FEWEST_SIGNS = 4
const FEWEST_UNEXPECTED = 8

/**
 * Refuses passwords that are guessed first (NIST SP 800-63B section 3.1.1.2), in any script: length counts, composition does not.
 * @param personal words of the person that a password must not consist of, such as the name
 * @throws ServiceError `malformed` with the reason
 */
export function checkPassword(password: string, personal: readonly string[]): void {
  if ([...password].length < SHORTEST)
    throw refused(`A password needs ${SHORTEST} characters at least. A short sentence is a good one.`)
  if (password.length > LONGEST) throw refused(`A password has ${LONGEST} characters at most.`)
  const plain = plainText(password)
  if (new Set(plain).size < 5) throw refused('This password repeats a few characters. Choose another.')
  const rest = wordsOf([...personal, new URL(env().BASE_URL).hostname]).reduce(
    (text, word) => text.replaceAll(word, ''),
    plain,
  )
  if (isEasy(rest)) throw refused('This password is easy to guess. Choose another.')
}

function isEasy(text: string): boolean {
  const unit = shortestUnit(text)
  if (unit.length < SHORTEST_UNIT && unit !== text) return true
  const letters = [...text.replace(/[^\p{L}\p{M}]/gu, '')]
  if (letters.length >= FEWEST_LETTERS) {
    const word = shortestUnit(letters.join(''))
    return countUnexpected(letters) < FEWEST_LETTERS || COMMON.some((common) => word === plainText(common))
  }
  const others = [...text.replace(/[\p{L}\p{M}\s]/gu, '')]
  const signs = new Set(others.filter((one) => !/\p{N}/u.test(one))).size
  const digits = others.filter((one) => /\p{N}/u.test(one)).length
  return (signs < FEWEST_SIGNS && digits < FEWEST_DIGITS) || countUnexpected(others) < FEWEST_UNEXPECTED
}

/** The words of a name or an address, the longest first: no part of one is taken for the whole. */
function wordsOf(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => plainText(text).split(/[^\p{L}\p{M}\p{N}]+/u))
  // A name of two signs is a whole one where each sign is a word.
  const told = words.filter((word) => word.length > 2 || (word.length === 2 && /\p{Script=Han}/u.test(word)))
  return told.sort((one, other) => other.length - one.length)
}

function refused(sentence: string): ServiceError {
  return new ServiceError('malformed', sentence, { details: { field: 'password' } })
}

/** What remains of the most common passwords without figures and signs, in the languages of the desk. */
const COMMON = [
  ...['password', 'qwertyqwerty', 'iloveyou', 'letmein', 'welcome', 'administrator', 'certificate', 'certificates'],
  ...['contraseña', 'certificado', 'motdepasse', 'certificat', 'passwort', 'kennwort', 'zertifikat', 'senha'],
  ...['пароль', 'كلمةالسر', 'كلمةالمرور', 'شهادة', 'पासवर्ड', '我的密码', '证书密码'],
]
