import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { type IssuerFacts, verifyIssuerRowMac } from '@/lib/crypto/seals/issuer-row-mac'
import { type KeySource, sourceName } from '@/lib/crypto/seals/key-source'
import { RecentResults } from '@/lib/store/evidence/recent-results'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

/** By row and key: whoever judges a badge goes through all issuers. */
const sealed = new RecentResults<boolean>(20_000)

/** Whether an issuer's row is the one that the operator wrote. */
export function isIssuerSealed(
  { id, name, domain, assurance, did, mac }: IssuerFacts & { mac: string | null },
  source: KeySource = keyEncryptionKey(),
): boolean {
  const facts = { id, name, domain, assurance, did }
  return sealed.get(sha256Hex(JSON.stringify([sourceName(source), facts, mac])), () =>
    verifyIssuerRowMac(source, facts, mac),
  )
}
