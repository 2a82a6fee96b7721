import { Resolver } from 'node:dns/promises'

const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'ENOTIMP'])

/**
 * Asks DNS for the TXT records of a name.
 * @param name a host name
 * @returns each record as one text; empty when the name has none
 * @throws Error when no name server answered: nothing is known then
 */
export async function resolveTxt(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  try {
    return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_RECORD.has(String(error.code))) return []
    throw error
  }
}
