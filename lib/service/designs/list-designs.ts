import type { DesignContent } from '@/lib/contract/design/design'
import { ServiceError } from '@/lib/errors'
import { workingPool } from '@/lib/store/database/database'
import { findVersion, listDefaults, listStoredDesigns } from '@/lib/store/designs/designs'
import { storedContent } from './stored-content'

/** A design as it stands. */
export interface ShownDesign {
  id: string
  name: string
  /** The newest. */
  version: number
  content: DesignContent
  /** Whether new certificates wear it where their event has none of its own. */
  isDefault: boolean
  /** The events whose new certificates wear it. */
  events: readonly string[]
}

/**
 * The designs of an issuer, each in its newest version.
 * @throws ServiceError `unavailable` when a row fails its check
 */
export async function listDesigns(issuerId: string): Promise<ShownDesign[]> {
  const pool = workingPool()
  const [designs, defaults] = [await listStoredDesigns(pool, issuerId), await listDefaults(pool, issuerId)]
  const shown: ShownDesign[] = []
  for (const { id, name } of designs) {
    const newest = await findVersion(pool, id, null)
    if (!newest) continue
    const own = defaults.filter(({ designId }) => designId === id).map(({ eventTitle }) => eventTitle)
    const content = await storedContent(pool, issuerId, newest.content)
    const events = own.filter((title) => title !== '')
    shown.push({ id, name, version: newest.version, content, isDefault: own.includes(''), events })
  }
  return shown
}

/**
 * One of them.
 * @param version null for the newest
 * @throws ServiceError `not_found`, `unavailable`
 */
export async function getDesignByName(issuerId: string, name: string, version: number | null): Promise<ShownDesign> {
  const design = (await listDesigns(issuerId)).find((one) => one.name === name)
  const found = design && (await findVersion(workingPool(), design.id, version))
  if (!found) throw new ServiceError('not_found', `There is no such design, or no such version of it: ${name}.`)
  const content = await storedContent(workingPool(), issuerId, found.content)
  return { ...design, version: found.version, content }
}
