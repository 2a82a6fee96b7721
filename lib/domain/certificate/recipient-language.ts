import { MESSAGE_LANGUAGES } from '@/lib/contract/message-languages'

/** The languages of mail to recipients: those of the pages. */
export const RECIPIENT_LANGUAGES = MESSAGE_LANGUAGES

export type RecipientLanguage = (typeof RECIPIENT_LANGUAGES)[number]

/**
 * Reads the language of a row: one of the codes, in any case.
 * @returns the language, or why it is refused
 */
export function parseRecipientLanguage(
  text: string,
): { ok: true; language: RecipientLanguage } | { ok: false; reason: string } {
  const language = RECIPIENT_LANGUAGES.find((one) => one === text.toLowerCase())
  if (language) return { ok: true, language }
  return { ok: false, reason: `language is not one of ${RECIPIENT_LANGUAGES.join(', ')}` }
}
