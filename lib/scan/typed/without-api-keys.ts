import { plainCharacters } from '@/lib/domain/typed/plain-characters'

/** A run of the characters of keys, as they are in addresses too, that is long enough for one. */
const LONG_RUN = /[0-9A-Za-z_%]{43,}/g
/** How a key begins, in a run that plain characters made: what follows it there may be part of it, or was written behind it. */
const KEY_START = /[a-z0-9](?:_|%5f)[0-9a-z]{40}/i
/**
 * The shape of the keys that programs of issuers show (spec part 10): a prefix, an underscore and forty characters. In capitals too,
 * as fields for serials write them on phones.
 */
const API_KEY = new RegExp(`${KEY_START.source}(?![0-9a-z])`, 'i')
/** Stands for a key while characters become plain: no text holds it, and it stays what it is. */
const HELD = '\uFDD0'

/**
 * A text without the API keys in it: a secret is no serial, and is sent nowhere, whatever stands around it (spec part 13).
 * @param mark stands in place of each of their characters
 */
export function withoutApiKeys(text: string, mark = ''): string {
  return text.replace(LONG_RUN, (run) => (API_KEY.test(run) ? mark.repeat(run.length) : run))
}

/**
 * A text in plain characters without its API keys. They are looked for before too: a wide digit behind a key, or one that something
 * unseen parts from it, becomes part of the same word.
 * @param longest how many characters of the text are looked at
 * @param mark stands in place of each of their characters
 */
export function plainWithoutApiKeys(text: string, longest: number, mark: string): string {
  const written = text.slice(0, longest).replaceAll(HELD, ' ')
  const plain = plainCharacters(withoutApiKeys(written, HELD), longest)
  const words = new Set(written.match(LONG_RUN))
  return plain
    .replace(LONG_RUN, (run) => ((words.has(run) ? API_KEY : KEY_START).test(run) ? mark.repeat(run.length) : run))
    .replaceAll(HELD, mark)
}

/** Whether there is an API key in a text, as it is written or in plain characters. */
export function holdsApiKey(text: string): boolean {
  return plainWithoutApiKeys(text, text.length, HELD).includes(HELD)
}
