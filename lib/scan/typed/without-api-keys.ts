/** A run of the characters of keys, as they are in addresses too, that is long enough for one. */
const LONG_RUN = /[0-9A-Za-z_%]{43,}/g
/**
 * The shape of the keys that programs of issuers show (spec part 10): a prefix, an underscore and forty characters. In capitals too,
 * as fields for serials write them on phones.
 */
const API_KEY = /[a-z0-9](?:_|%5f)[0-9a-z]{40}(?![0-9a-z])/i

/**
 * A text without the API keys in it: a secret is no serial, and is sent nowhere, whatever stands around it (spec part 13).
 * @param mark stands in place of each of their characters
 */
export function withoutApiKeys(text: string, mark = ''): string {
  return text.replace(LONG_RUN, (run) => (API_KEY.test(run) ? mark.repeat(run.length) : run))
}

/** Whether there is an API key in a text. */
export function holdsApiKey(text: string): boolean {
  return withoutApiKeys(text) !== text
}
