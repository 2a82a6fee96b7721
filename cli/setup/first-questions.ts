import { createInterface } from 'node:readline/promises'
import type { Output } from '@/cli/output'
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
    throw new ServiceError('malformed', `Missing: ${words.join(', ')}.`)
  }
  if (missing.length > 0) {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    try {
      for (const question of missing) given[question] = (await terminal.question(`${QUESTIONS[question]}: `)).trim()
    } finally {
      terminal.close()
    }
  }
  return given as Record<Question, string>
}
