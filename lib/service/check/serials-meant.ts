import { asMeant } from '@/lib/domain/typed/as-meant'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findExistingSerials } from '@/lib/store/evidence/existing-serials'

/**
 * Serials of a list as they are meant, by `asMeant`: what the field for one serial reads, a list reads, too.
 * @param issuerId among whose certificates; all where it is left out
 * @throws ServiceError `unavailable`
 */
export function serialsMeant(serials: readonly string[], issuerId: string | null = null): Promise<string[]> {
  const exist = (keys: string[]) =>
    servingGuard().run(() => readOnServingPool((pool) => findExistingSerials(pool, keys, issuerId)))
  return asMeant(serials, exist)
}
