import { canParseUrl } from '@/lib/can-parse-url'
import { cleanLines } from '@/lib/domain/text/clean-lines'
import { cleanText } from '@/lib/domain/text/clean-text'

/** What an organization says of itself on its public page; null for what it does not say. */
export interface OwnWords {
  description: string | null
  contact: string | null
  website: string | null
}

export const NO_WORDS: OwnWords = { description: null, contact: null, website: null }

export const OWN_WORDS_FIELDS = ['description', 'contact', 'website'] as const

type OwnWordsField = (typeof OWN_WORDS_FIELDS)[number]

/** The most characters of each. */
export const OWN_WORDS_LENGTH: Record<OwnWordsField, number> = { description: 2000, contact: 200, website: 400 }

/** What a field came to: a text, nothing, or why it is refused; `text` has the reason of the filter. */
type ReadField =
  | { ok: true; text: string | null }
  | { ok: false; why: 'length' | 'address' }
  | { ok: false; why: 'text'; reason: string }

/**
 * Reads one of an organization's own words: text without markup, through the filter of every stored text. A website is an
 * https address without a user, in the one spelling of its address.
 * @param typed as typed; nothing but spaces says nothing
 */
export function readOwnWords(field: OwnWordsField, typed: string): ReadField {
  if (typed.trim() === '') return { ok: true, text: null }
  const maxLength = OWN_WORDS_LENGTH[field]
  if (Array.from(typed.trim().replaceAll('\r\n', '\n')).length > maxLength) return { ok: false, why: 'length' }
  if (field === 'website') {
    const url = canParseUrl(typed.trim()) ? new URL(typed.trim()) : null
    const isFine = url?.protocol === 'https:' && !url.username && !url.password
    return isFine ? { ok: true, text: url.href } : { ok: false, why: 'address' }
  }
  const label = `The ${field}`
  const clean =
    field === 'description'
      ? cleanLines(typed, { field: label, maxLength })
      : cleanText(typed, { field: label, maxLength })
  return clean.ok ? { ok: true, text: clean.text } : { ok: false, why: 'text', reason: clean.reason }
}

/** Which of them were changed. */
export function changedWords(before: OwnWords, after: OwnWords): OwnWordsField[] {
  return OWN_WORDS_FIELDS.filter((field) => before[field] !== after[field])
}
