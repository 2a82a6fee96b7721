import { issuerDid } from '@/lib/domain/issuer/issuer-did'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { withAdvisoryLock } from '@/lib/store/database/advisory-lock'
import type { RunAsAdmin } from '@/lib/store/database/set-up-roles'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { listStoredIssuers } from '@/lib/store/issuers/issuer-directory'
import { findSettingAt } from '@/lib/store/records/find-setting-at'
import { claimSealedSetting, findSealedSetting, setSealedSetting } from '@/lib/store/records/sealed-settings'
import { findSetting, setSetting } from '@/lib/store/records/service-settings'

/** Under a seal: an operator is told to set it. */
export const CURRENT_BASE_URL = 'base_url'
/**
 * All that were named before, the newest first, parted by blanks: what was printed under them is still about. Under no seal: of a link
 * to one of them nothing but the serial is taken.
 */
const BEFORE = 'base_url_before'

const holder = globalThis as typeof globalThis & { certificateServiceFormerBaseUrls?: string[] }

/** Learns which addresses the service had before: what is asked for under them leads here, and links to them are read. */
export async function learnFormerBaseUrls(): Promise<void> {
  await learnFormer(env().BASE_URL)
}

async function learnFormer(baseUrl: string): Promise<string[]> {
  const former = [...new Set(await namedSoFar())].filter((url) => url !== baseUrl)
  holder.certificateServiceFormerBaseUrls = former
  return former
}

/**
 * Remembers the address that links are built from, at each start of the server (spec part 12), once it listens: an address of a start
 * that failed, such as a mistyped one, is none that the service ever had.
 * @param options `mayChange: false` for a process that only compares
 * @returns the address of the start before, when it was another: links changed, outcomes did not. Null also where something else
 *   wrote it, which is logged
 */
export async function rememberBaseUrl({ mayChange = true } = {}): Promise<string | null> {
  const { BASE_URL } = env()
  const found = await compareAddress(BASE_URL)
  if (found.isForeign) log.error(WRITTEN_BY_ANOTHER)
  if (!mayChange || found.isKept) return found.before
  // One after the other: two that start at once under new addresses would each write what it read, without that of the other.
  return withAdvisoryLock('base url', async () => {
    const { remembered, former, before } = await compareAddress(BASE_URL)
    // Before the new one: a process that ends between the two forgets nothing.
    if (remembered !== null && remembered !== BASE_URL) await setSetting(BEFORE, former.join(' '))
    await setSealedSetting(CURRENT_BASE_URL, BASE_URL)
    return before
  })
}

/** How an address stands to what earlier starts wrote. */
async function compareAddress(baseUrl: string) {
  const remembered = await findSealedSetting(CURRENT_BASE_URL)
  const former = await learnFormer(baseUrl)
  const isSame = remembered?.value === baseUrl
  const isOurs = remembered?.isOurs ?? false
  return {
    remembered: remembered?.value ?? null,
    former,
    before: isOurs && !isSame ? (remembered?.value ?? null) : null,
    isKept: isOurs && isSame,
    isForeign: remembered !== null && !isOurs && !isSame,
  }
}

async function namedSoFar(): Promise<string[]> {
  const [current, before] = [await findSetting(CURRENT_BASE_URL), await findSetting(BEFORE)]
  return [current, ...(before?.split(' ') ?? [])].flatMap((url) => url || [])
}

/**
 * Refuses what would sign, print or mail links under another address than the service has (spec part 11, "BASE_URL of the command").
 * Where no server and no command has named one yet, this one does, unless there are issuers of another; a later start of the server
 * may name another.
 * @param isOwnDatabase whether the database is the embedded one of this machine, where the default address is right
 * @throws ServiceError `malformed`, naming both addresses, or only this one where something else wrote the other; nothing was changed
 */
export async function requireRememberedBaseUrl(isOwnDatabase: boolean): Promise<void> {
  const { BASE_URL, BASE_URL_IS_DEFAULT } = env()
  const mayName = isOwnDatabase || !BASE_URL_IS_DEFAULT
  const known = await findSealedSetting(CURRENT_BASE_URL)
  if (known === null && mayName && (await areIssuersOfAnother(BASE_URL)))
    throw anotherAddress(BASE_URL, 'the database remembers none, though it has issuers of another')
  const remembered = known ?? (mayName ? await claimSealedSetting(CURRENT_BASE_URL, BASE_URL) : null)
  if (remembered?.value === BASE_URL) return
  if (remembered === null) {
    throw new ServiceError(
      'malformed',
      `BASE_URL is not set, and this database remembers none: links and codes would lead to ${BASE_URL} for ever. ` +
        'Set BASE_URL to the address of the service, such as https://verify.example.org.',
    )
  }
  if (!remembered.isOurs) throw anotherAddress(BASE_URL, WRITTEN_BY_ANOTHER)
  throw otherAddress(BASE_URL, remembered.value)
}

/** Whether there are issuers, and none whose DID leads to this address: whoever takes the setting away has the next shell name it. */
async function areIssuersOfAnother(baseUrl: string): Promise<boolean> {
  const issuers = (await listStoredIssuers()).filter((issuer) => isIssuerSealed(issuer))
  return issuers.length > 0 && issuers.every(({ id, did }) => did !== issuerDid(id, baseUrl))
}

/**
 * As `requireRememberedBaseUrl`, before a set-up writes what the service starts with: the server would adopt the address.
 * @param database of an earlier set-up, as the owner of the tables; one that is not made yet remembers nothing
 * @param asAdmin of the same server: is asked where it refuses the owner, whose role may not be made yet
 * @throws ServiceError `malformed`, naming the given address alone, since the other's seal cannot be checked here; `unavailable` where
 *   the database cannot be asked
 */
export async function requireBaseUrlOf(database: string, baseUrl: string, asAdmin?: RunAsAdmin): Promise<void> {
  const remembered = await findSettingAt(database, CURRENT_BASE_URL, asAdmin).catch((cause: unknown) => {
    const sentence = 'The database cannot be asked which address the service has. Nothing was done. Start it first.'
    throw new ServiceError('unavailable', sentence, { cause })
  })
  if (remembered !== null && remembered !== baseUrl) throw anotherAddress(baseUrl, 'the database remembers another')
}

function otherAddress(given: string, remembered: string): ServiceError {
  return new ServiceError(
    'malformed',
    `BASE_URL is ${given}, but the service runs under ${remembered}: links and codes made now would lead elsewhere ` +
      `for ever. Nothing was done. Set BASE_URL=${remembered}, or add --base-url-changed where the address has changed.`,
  )
}

const WRITTEN_BY_ANOTHER =
  'the address that the database remembers has no seal of this service: a former version wrote it, and no server has started since, or something else did'

/** Nobody is told to set what may be an attacker's. */
function anotherAddress(given: string, why: string): ServiceError {
  return new ServiceError(
    'malformed',
    `BASE_URL is ${given}, but ${why}: links and codes made now could lead elsewhere for ever. Nothing was done. Set the BASE_URL ` +
      'that the server has, and start the server, which remembers it; or add --base-url-changed where this one is right.',
  )
}

/** The addresses before this one, the newest first, as this process learned them when it started: links to them are still about. */
export function formerBaseUrls(): string[] {
  return holder.certificateServiceFormerBaseUrls ?? []
}

/** The address of the last start and those before it, as far as there were any. */
export async function rememberedBaseUrls(): Promise<string[]> {
  return namedSoFar()
}
