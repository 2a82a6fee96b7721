import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { asked } from './first-questions'

const QUESTIONS = ['name', 'slug'] as const

/** Answers that are all there before the first question is asked, as a terminal gives what was pasted. */
function pasted(text: string): { input: PassThrough; output: PassThrough } {
  const input = new PassThrough()
  input.end(text)
  return { input, output: new PassThrough() }
}

describe('questions at a terminal', () => {
  it('take each line of what was pasted at once', async () => {
    const answers = await asked(QUESTIONS, pasted('Northshore Maritime College\n  northshore \n'))
    expect(answers).toEqual({ name: 'Northshore Maritime College', slug: 'northshore' })
  })

  it('end with a sentence where the last answer never comes', async () => {
    const refused = { code: 'malformed', message: /before the last answer/ }
    await expect(asked(QUESTIONS, pasted('Northshore Maritime College\n'))).rejects.toMatchObject(refused)
  })
})
