import type { IssuerFacts } from '@/lib/crypto/seals/issuer-row-mac'
import type { DomainAssurance } from '@/lib/domain/history/evidence'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'

/** The columns of an issuer's row that its MAC covers, and the MAC. */
interface StoredFacts extends IssuerFacts {
  assurance: DomainAssurance
  mac: string | null
}

/** What all issuers go by, suspended ones too. */
export async function readIssuerFacts(): Promise<StoredFacts[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<StoredFacts>('SELECT id, name, domain, assurance, did, mac FROM issuers'),
  )
  return rows
}
