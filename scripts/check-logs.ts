// Run after all tests: nothing that they logged may hold a secret or a person (lib/log.ts says what is never written).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What no log may hold, whoever it is about. */
const SECRETS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an API key', /\b[a-z][a-z0-9]{1,11}_[0-9A-Za-z]{40}\b/],
  ['a private key', /"d\\?":\s*\\?"[\w-]{42,}|-----BEGIN [A-Z ]*PRIVATE/],
  ['a signed credential or token', /\beyJ[\w-]{16,}\.[\w-]{16,}\./],
  ['a password in an address', /\b[a-z]+:\/\/[^\s/:@"]+:[^\s/@"]+@/],
  [
    'a header that identifies somebody',
    /(?:authorization|cookie)\\?"?\s*[:=]\s*(?!\\?"?\[removed\])\\?"?[^\s"\\]{8,}/i,
  ],
  ['an e-mail address', /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.(?:test|example|org|com|net)\b/i],
  ['a private link', /\/[\w/-]*#[\w-]{20,}/],
]

/**
 * What a text holds that no log may hold.
 * @param people names and numbers of the people in the tests
 * @returns without what it is, so that it is not printed again
 */
export function findLeaks(text: string, people: readonly string[]): { line: number; what: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const found: string[] = SECRETS.filter(([, pattern]) => pattern.test(line)).map(([what]) => what)
    if (people.some((person) => line.includes(person))) found.push('a person of the tests')
    return found.map((what) => ({ line: index + 1, what }))
  })
}

/** The people that tests and example data issue certificates to, as their sources name them. */
export function peopleOfTests(): string[] {
  const folders = ['test', 'e2e', 'lib', 'app', 'cli', 'server']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated'))
      .map((name) => join(root, folder, name)),
  )
  const written = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/(?:fullName|registrationNumber): '([^']{6,})'|person\('([^']{6,})'/g),
  ])
  const names = written.map(([, given, person]) => given ?? person ?? '')
  // A word of code is no name.
  return [...new Set(names)].filter((name) => /\P{ASCII}|[ -]/u.test(name))
}

function main(folder: string): number {
  const people = peopleOfTests()
  const logs = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  const lines = logs.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  const leaks = logs.flatMap(({ name, text }) => findLeaks(text, people).map((leak) => ({ name, ...leak })))
  for (const { name, line, what } of leaks) console.error(`${join(folder, name)}:${line} holds ${what}`)
  console.log(`${lines} lines in ${logs.length} logs, ${people.length} people looked for: ${leaks.length} leaks`)
  return lines > 0 && people.length > 10 && leaks.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) process.exit(main(process.argv[2] ?? ''))
