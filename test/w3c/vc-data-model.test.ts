import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { issuePlain, type Json, PLAIN_ISSUER, type PlainRules, verifyPlain } from './plain-credentials'
import { type Case, runCases } from './run-cases'

const FOLDER = new URL('./testdata/vcdm2/', import.meta.url)
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))

/**
 * A context of its own could turn signed words into others (decision 18): refused, whatever else may be in it. W3C's suite
 * uses one wherever it wants a type of its own.
 */
const INLINE = Object.fromEntries(
  [
    'credential-context-combo2-ok.json',
    'credential-evidence-ok.json',
    'credential-evidences-ok.json',
    'credential-refresh-type-ok.json',
    'credential-schema-type-ok.json',
    'credential-status-missing-id-ok.json',
    'credential-status-ok.json',
    'credential-termsofuse-id-ok.json',
    'credential-termsofuse-ok.json',
    'credential-termsofuses-ok.json',
    'credential-type-mapped-url-ok.json',
  ].map((file) => [file, 'context_inline']),
)
/** A proof that names no key, and that W3C's own schema refuses. */
const PROOF = 'credential-proof-ok.json'

/** As W3C's suite hands it to an issuer, which puts its own id and the dates of the day in where the input leaves them open. */
function inputOf(file: string): Json {
  const text = readFileSync(new URL(file, FOLDER), 'utf8')
  const dated = text.replaceAll('PAST DATE', '2020-01-01T00:00:00Z').replaceAll('FUTURE DATE', '2090-01-01T00:00:00Z')
  const read = JSON.parse(dated) as Json
  const { issuer } = read
  if (issuer === undefined) return file.includes('no-issuer') ? read : { ...read, issuer: PLAIN_ISSUER }
  const isOpen = typeof issuer === 'object' && issuer !== null && !('id' in issuer)
  return isOpen ? { ...read, issuer: { ...issuer, id: PLAIN_ISSUER } } : read
}

/** The end of a file's name says what W3C expects of it. */
function casesOf(rules?: PlainRules): Case[] {
  return files.toSorted().map((name) => ({
    name,
    as: name.endsWith('-ok.json'),
    run: async () => {
      const { faults, credential } = await issuePlain(inputOf(name), rules)
      const wrong = credential ? await verifyPlain(credential, rules) : faults
      return { accepted: wrong.length === 0, why: wrong.join(', ') }
    },
  }))
}

describe('credentials of W3C’s suite for the data model 2.0, issued and verified', () => {
  it('are judged as W3C says, but for those with contexts of their own', async () => {
    const others = await runCases('data model 2.0, as the service judges', casesOf())
    expect(others).toEqual({ ...INLINE, [PROOF]: 'context_inline, vc_schema_invalid' })
  })

  it('and so would be these: nothing is refused for its context alone', async () => {
    const others = await runCases('data model 2.0, contexts of their own let through', casesOf({ inline: true }))
    expect(others).toEqual({ [PROOF]: 'vc_schema_invalid' })
  })
})
