import { describe, expect, it } from 'vitest'
import { BADGE_CHECKS, BADGE_ERROR_CODES, BADGE_WARNING_CODES } from '@/lib/contract/badge/badge-codes'
import type { MessageKey } from './catalogues'
import { LANGUAGES } from './languages'
import en from './messages/en.json'
import { createTranslator } from './translate'

const KEYS = [
  ...BADGE_ERROR_CODES.map((code) => `badge.code.${code}`),
  ...BADGE_WARNING_CODES.map((code) => `badge.warning.${code}`),
  ...BADGE_CHECKS.map((id) => `badge.check.${id}`),
] as MessageKey[]

describe.each(LANGUAGES)('what is said about badges in $name', ({ code }) => {
  const { t } = createTranslator(code)

  it('every code, warning and check has its sentence, which needs no values', () => {
    for (const key of KEYS) expect(t(key), key).toMatch(/^\S[^{}]*[.।。]$/u)
  })

  it('no two say the same', () => {
    expect(new Set(KEYS.map((key) => t(key))).size).toBe(KEYS.length)
  })
})

it('there is no sentence for a code that does not exist', () => {
  const known: readonly string[] = KEYS
  const written = Object.keys(en).filter((key) => /^badge\.(code|warning|check)\./.test(key))
  expect(written.filter((key) => !known.includes(key))).toEqual([])
})
