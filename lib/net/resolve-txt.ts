import { configuredResolver } from './name-servers'

/**
 * The answers of a name server that say there is nothing: no such name (NXDOMAIN), or none of this kind. Everything
 * else, such as a failing server, a refusal or silence, says nothing about the name.
 */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA'])
const OPTIONS = { timeout: 2000, tries: 2 }

/**
 * Asks DNS for the TXT records of a name; a CNAME is followed.
 * @param name a host name
 * @returns each record as one text, its strings joined; empty when the name server said that there are none
 * @throws Error when no name server gave an answer: nothing is known then
 */
export async function resolveTxt(name: string): Promise<string[]> {
  try {
    return (await configuredResolver(OPTIONS).resolveTxt(name)).map((strings) => strings.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_RECORD.has(String(error.code))) return []
    throw error
  }
}
