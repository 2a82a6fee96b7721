import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Output } from '@/cli/output'
import { WrongUsage } from '@/cli/wrong-usage'
import { ServiceError } from '@/lib/errors'

/** What each answer is, as it is asked for and as its option. */
const QUESTIONS = {
  baseUrl: 'The address of the service, such as https://verify.example.org',
  name: 'The name of the first issuer, as on its certificates',
  slug: 'Its short name in addresses, such as northshore',
  domain: 'Its internet domain, such as northshore.example',
  owner: 'The e-mail of the person who will own its desk',
} as const

export type Question = keyof typeof QUESTIONS

/** The answers, asked for at a terminal where they are not given. */
export async function answered(
  options: Partial<Record<Question, string>>,
  output: Output,
): Promise<Record<Question, string>> {
  const missing = (Object.keys(QUESTIONS) as Question[]).filter((question) => options[question] === undefined)
  const given: Partial<Record<Question, string>> = { ...options }
  if (missing.length > 0 && (output.json || !process.stdin.isTTY)) {
    const words = missing.map((question) => `--${question.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    throw new WrongUsage(`Missing: ${words.join(', ')}.`)
  }
  if (missing.length > 0) Object.assign(given, await asked(missing))
  return given as Record<Question, string>
}

/**
 * Asks for one after the other. Lines that are pasted at once are one answer each.
 * @throws ServiceError `malformed` when the input ends before the last answer
 */
export async function asked(
  missing: readonly Question[],
  { input, output }: { input: Readable; output: Writable } = { input: process.stdin, output: process.stderr },
): Promise<Partial<Record<Question, string>>> {
  const terminal = createInterface({ input, output })
  const lines = terminal[Symbol.asyncIterator]()
  let isOpen = true
  terminal.once('close', () => (isOpen = false))
  const found: Partial<Record<Question, string>> = {}
  try {
    for (const question of missing) {
      terminal.setPrompt(`${QUESTIONS[question]}: `)
      // Where all answers came at once, the terminal may have closed behind the last, and asks nothing more.
      if (isOpen) terminal.prompt()
      const line = await lines.next()
      if (line.done)
        throw new ServiceError('malformed', 'The questions were ended before the last answer. Run it again.')
      found[question] = line.value.trim()
    }
    return found
  } finally {
    terminal.close()
  }
}
