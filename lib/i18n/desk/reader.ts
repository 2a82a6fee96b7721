import { AsyncLocalStorage } from 'node:async_hooks'
import { DEFAULT_LANGUAGE, type LanguageCode } from '@/lib/i18n/languages'

/** Who reads a page of the desk: their language, and the time zone that its times are written in. */
export interface DeskReader {
  language: LanguageCode
  /** An IANA name, such as `Asia/Dubai`. */
  timeZone: string
}

const NOBODY: DeskReader = { language: DEFAULT_LANGUAGE, timeZone: 'UTC' }

const holder = globalThis as typeof globalThis & { certificateDeskReaders?: AsyncLocalStorage<DeskReader> }
const reading = (holder.certificateDeskReaders ??= new AsyncLocalStorage())

/** Runs something for a reader: each sentence and time of the desk that is written within it is theirs (decision 58). */
export function forReader<T>(reader: DeskReader, run: () => T): T {
  return reading.run(reader, run)
}

/** For whom the desk is writing; outside of a request English and UTC. */
export function deskReader(): DeskReader {
  return reading.getStore() ?? NOBODY
}

/**
 * Whether it is a time zone that this server knows, such as `Europe/Berlin`. By either of its names, where it has two: the list
 * (`Intl.supportedValuesOf`) has Asia/Calcutta or Asia/Kolkata, and browsers say the one or the other.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
