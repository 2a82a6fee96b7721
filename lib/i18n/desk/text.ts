import { IntlMessageFormat } from 'intl-messageformat'
import en from './en.json'

export type DeskKey = keyof typeof en

const parsed = new Map<DeskKey, IntlMessageFormat>()

/**
 * One sentence of the desk (ICU syntax). The desk is in English only, since its readers are invited staff. Its
 * catalogue is separate, so that visitors' pages do not carry it.
 * @throws Error where the message names a value that is not given
 */
export function deskText(key: DeskKey, values: Record<string, string | number> = {}): string {
  let format = parsed.get(key)
  if (!format) {
    format = new IntlMessageFormat(en[key], 'en-GB', undefined, { ignoreTag: true })
    parsed.set(key, format)
  }
  return String(format.format<string>(values))
}
