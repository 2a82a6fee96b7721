import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import type { RunAsAdmin } from '@/lib/store/database/set-up-roles'
import { findSettingAt } from '@/lib/store/records/find-setting-at'
import { claimSetting, findSetting, setSetting } from '@/lib/store/records/service-settings'

const CURRENT = 'base_url'
/** All that were named before, the newest first, parted by blanks: what was printed under them is still about. */
const BEFORE = 'base_url_before'

const holder = globalThis as typeof globalThis & { certificateServiceFormerBaseUrls?: string[] }

/**
 * Remembers the address that links are built from, at each start of the server (spec part 12).
 * @param options `mayChange: false` for a process that only compares
 * @returns the address of the start before, when it was another: links changed, outcomes did not
 */
export async function rememberBaseUrl({ mayChange = true } = {}): Promise<string | null> {
  const [before, ...earlier] = await namedSoFar()
  const former = [...new Set([before, ...earlier])].flatMap((url) => (url && url !== env().BASE_URL ? [url] : []))
  holder.certificateServiceFormerBaseUrls = former
  if (before === env().BASE_URL) return null
  if (!mayChange) return before
  // Before the new one: a process that ends between the two forgets nothing.
  if (before !== null) await setSetting(BEFORE, former.join(' '))
  await setSetting(CURRENT, env().BASE_URL)
  return before
}

async function namedSoFar(): Promise<[string | null, ...string[]]> {
  const before = await findSetting(BEFORE)
  return [await findSetting(CURRENT), ...(before?.split(' ') ?? [])]
}

/**
 * Refuses what would sign, print or mail links under another address than the service has (spec part 11, "BASE_URL of the command").
 * Where no server and no command has named one yet, this one does; a later start of the server may name another.
 * @param isOwnDatabase whether the database is the embedded one of this machine, where the default address is right
 * @throws ServiceError `malformed`, naming both addresses; nothing was changed
 */
export async function requireRememberedBaseUrl(isOwnDatabase: boolean): Promise<void> {
  const { BASE_URL, BASE_URL_IS_DEFAULT } = env()
  const mayName = isOwnDatabase || !BASE_URL_IS_DEFAULT
  const remembered = mayName ? await claimSetting(CURRENT, BASE_URL) : await findSetting(CURRENT)
  if (remembered === BASE_URL) return
  if (remembered === null) {
    throw new ServiceError(
      'malformed',
      `BASE_URL is not set, and this database remembers none: links and codes would lead to ${BASE_URL} for ever. ` +
        'Set BASE_URL to the address of the service, such as https://verify.example.org.',
    )
  }
  throw otherAddress(BASE_URL, remembered)
}

/**
 * As `requireRememberedBaseUrl`, before a set-up writes what the service starts with: the server would adopt the address.
 * @param database of an earlier set-up, as the owner of the tables; one that is not made yet remembers nothing
 * @param asAdmin of the same server: is asked where it refuses the owner, whose role may not be made yet
 * @throws ServiceError `malformed`, naming both addresses; `unavailable` where the database cannot be asked
 */
export async function requireBaseUrlOf(database: string, baseUrl: string, asAdmin?: RunAsAdmin): Promise<void> {
  const remembered = await findSettingAt(database, CURRENT, asAdmin).catch((cause: unknown) => {
    const sentence = 'The database cannot be asked which address the service has. Nothing was done. Start it first.'
    throw new ServiceError('unavailable', sentence, { cause })
  })
  if (remembered !== null && remembered !== baseUrl) throw otherAddress(baseUrl, remembered)
}

function otherAddress(given: string, remembered: string): ServiceError {
  return new ServiceError(
    'malformed',
    `BASE_URL is ${given}, but the service runs under ${remembered}: links and codes made now would lead elsewhere ` +
      `for ever. Nothing was done. Set BASE_URL=${remembered}, or add --base-url-changed where the address has changed.`,
  )
}

/** The addresses before this one, the newest first, as this process learned them when it started: links to them are still about. */
export function formerBaseUrls(): string[] {
  return holder.certificateServiceFormerBaseUrls ?? []
}

/** The address of the last start and those before it, as far as there were any. */
export async function rememberedBaseUrls(): Promise<string[]> {
  return (await namedSoFar()).flatMap((url) => url ?? [])
}
