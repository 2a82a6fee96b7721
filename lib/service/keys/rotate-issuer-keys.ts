import { retirementDetail } from '@/lib/domain/history/key-pair'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { requireIssuerSeal } from '@/lib/service/issuers/issuer-seal'
import { transaction } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { type ChangedKey, endSigningKeys, makeMissingKeys } from './change-signing-keys'
import { holdSigningKeys } from './hold-signing-keys'

/** A finished change of an issuer's keys. */
interface RotatedKeys {
  issuer: StoredIssuer
  retired: ChangedKey[]
  made: ChangedKey[]
}

/**
 * Gives an issuer new signing keys (spec part 6), all or nothing. The old ones never sign again; they stay
 * published, and every certificate that they signed stays as valid as it was. Allowed to a suspended issuer too.
 * @param slug the issuer's current or an earlier slug
 * @throws ServiceError `not_found`; `malformed` when the history of a key fails its check; `unavailable`, also as
 *   `requireIssuerSeal`
 */
export async function rotateIssuerKeys(slug: string, actor: string): Promise<RotatedKeys> {
  await getIssuer(slug)
  return transaction(async (tx) => {
    const held = await holdSigningKeys(tx, slug)
    requireIssuerSeal(held.issuer)
    const active = held.keys.filter(({ row }) => row.state === 'active')
    const retired = await endSigningKeys(tx, held, active, {
      type: 'retired',
      detailOf: (key) => retirementDetail(active.find((other) => other !== key)?.row.id ?? null),
      actor,
    })
    return { issuer: held.issuer, retired, made: await makeMissingKeys(tx, held, retired) }
  })
}
