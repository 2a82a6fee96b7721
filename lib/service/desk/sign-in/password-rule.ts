import { ServiceError } from '@/lib/errors'

const SHORTEST = 12
const LONGEST = 200

/**
 * Refuses passwords that are guessed first (NIST SP 800-63B section 3.1.1.2): length counts, composition does not.
 * @param personal words of the person that a password must not consist of, such as the name
 * @throws ServiceError `malformed` with the reason
 */
export function checkPassword(password: string, personal: readonly string[]): void {
  if ([...password].length < SHORTEST)
    throw refused(`A password needs ${SHORTEST} characters at least. A short sentence is a good one.`)
  if (password.length > LONGEST) throw refused(`A password has ${LONGEST} characters at most.`)
  if (new Set(password.toLowerCase()).size < 5) throw refused('This password repeats a few characters. Choose another.')
  const bare = password.toLowerCase().replace(/[\d\W_]+/gu, '')
  const words = personal.flatMap((text) => text.toLowerCase().split(/[\s@._-]+/u)).filter((word) => word.length > 2)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), bare)
  if (rest.length < 4 || COMMON.some((common) => rest === common))
    throw refused('This password is easy to guess. Choose another.')
}

function refused(sentence: string): ServiceError {
  return new ServiceError('malformed', sentence, { details: { field: 'password' } })
}

/** What remains of the most common long passwords without figures and signs. */
const COMMON = [
  'password',
  'passwordpassword',
  'qwertyuiop',
  'qwertyqwerty',
  'iloveyou',
  'letmein',
  'welcome',
  'administrator',
  'certificate',
  'certificates',
]
