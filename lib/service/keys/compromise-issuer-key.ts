import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { retiredPairOf } from '@/lib/domain/history/key-pair'
import { ServiceError } from '@/lib/errors'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { transaction } from '@/lib/store/database/database'
import { countSignedWith, type SignedCounts } from '@/lib/store/evidence/signed-with'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { type ChangedKey, endSigningKeys, makeMissingKeys } from './change-signing-keys'
import { type HeldSigningKey, type HeldSigningKeys, holdSigningKeys } from './hold-signing-keys'
import { vcJwtPrefix } from './sign-vc-jwt'

/** A finished compromise. */
interface CompromisedKeys {
  issuer: StoredIssuer
  compromised: ChangedKey[]
  /** New keys, when the compromised ones were in use. */
  made: ChangedKey[]
  /** Certificates whose newest bytes those keys signed, before and after the moment. */
  certificates: SignedCounts
}

/**
 * Records that a signing key was compromised, with the other key of its pair (spec part 6, docs/decisions
 * 0020): both are unpublished at once, and what they signed at or after `since` is `invalid` from the next check on.
 * Where they were in use, the issuer has new keys in the same transaction, unless its row fails its check.
 * @param slug the issuer's current or an earlier slug
 * @param name the key: its row id, its DID URL, the fragment of that, or the unmistakable beginning of one of them
 * @param since milliseconds since 1970, not in the future
 * @throws ServiceError `not_found`; `malformed` with the reason; `unavailable`
 */
export async function compromiseIssuerKey(
  slug: string,
  name: string,
  since: number,
  actor: string,
): Promise<CompromisedKeys> {
  await getIssuer(slug)
  const changed = await transaction(async (tx) => {
    const held = await holdSigningKeys(tx, slug)
    const key = findNamedKey(held, name)
    if (key.state?.state === 'compromised') {
      const known = new Date(key.state.since).toISOString()
      throw new ServiceError('malformed', `This key is already marked compromised since ${known}; that is final.`)
    }
    if (since > key.end.now) throw new ServiceError('malformed', 'The moment of a compromise cannot lie in the future.')
    const keys = [key, ...pairOf(key, held)]
    const change = { type: 'compromised' as const, detailOf: () => canonicalJson({ since }), actor }
    const compromised = await endSigningKeys(tx, held, keys, change)
    // A key that is known to others ends whatever became of the issuer's row; new ones are made once the operator has sealed that.
    const makes = keys.some(({ row }) => row.state === 'active') && isIssuerSealed(held.issuer)
    const made = makes ? await makeMissingKeys(tx, held, compromised) : []
    return { issuer: held.issuer, compromised, made }
  })
  const prefixes = changed.compromised.map(({ keyId }) => vcJwtPrefix(keyId))
  return { ...changed, certificates: await countSignedWith(changed.issuer.id, prefixes, since) }
}

/** The other key that signed together with it: the other active one, or the one that retired with it. */
function pairOf(key: HeldSigningKey, { keys }: HeldSigningKeys): HeldSigningKey[] {
  const retiredWith = key.row.state === 'active' ? null : retiredPairOf(key.end.events)
  return keys.filter(
    (other) =>
      other !== key &&
      other.state?.state !== 'compromised' &&
      (key.row.state === 'active' ? other.row.state === 'active' : other.row.id === retiredWith),
  )
}

const SHORTEST_BEGINNING = 8

function findNamedKey({ issuer, keys }: HeldSigningKeys, name: string): HeldSigningKey {
  const names = ({ row }: HeldSigningKey) => [row.id, row.keyId, row.keyId.split('#')[1] ?? '']
  const wanted = name.replace(/^#/, '')
  const exact = keys.filter((key) => names(key).includes(wanted))
  const found =
    exact.length > 0 || wanted.length < SHORTEST_BEGINNING
      ? exact
      : keys.filter((key) => names(key).some((one) => one.startsWith(wanted)))
  const [key, ...others] = found
  if (key && others.length === 0) return key
  const hint = `See them with: certs issuer keys ${issuer.slug}`
  if (key) throw new ServiceError('malformed', `More than one key begins with ${JSON.stringify(name)}. ${hint}`)
  throw new ServiceError('not_found', `${issuer.name} has no key ${JSON.stringify(name)}. ${hint}`)
}
