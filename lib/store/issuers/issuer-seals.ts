import type pg from 'pg'
import { type IssuerFacts, issuerRowMac, verifyEarlierIssuerRowMac } from '@/lib/crypto/seals/issuer-row-mac'
import type { DomainAssurance } from '@/lib/domain/history/evidence'
import type { Transaction } from '@/lib/store/database/database'
import { noteIssuerChange } from '@/lib/store/log/pending/note-leaves'

/** The facts that an issuer's MAC covers, and the MAC. */
interface IssuerSeal extends IssuerFacts {
  assurance: DomainAssurance
  mac: string | null
}

/** Puts signatures of the root key in the place of HMACs that hold, in the transaction of the migration that wants them. */
export async function vouchForIssuers(client: pg.Client, keyEncryptionKey: Buffer): Promise<void> {
  const { rows } = await client.query<IssuerSeal>('SELECT id, name, domain, assurance, did, mac FROM issuers')
  for (const row of rows.filter((one) => verifyEarlierIssuerRowMac(keyEncryptionKey, one, one.mac)))
    await client.query('UPDATE issuers SET mac = $2 WHERE id = $1', [row.id, issuerRowMac(keyEncryptionKey, row)])
}

/** What every issuer's MAC covers, held as it is until the transaction ends. */
export async function holdIssuerSeals(tx: Transaction): Promise<IssuerSeal[]> {
  const { rows } = await tx.query<IssuerSeal>(
    'SELECT id, name, domain, assurance, did, mac FROM issuers ORDER BY id FOR UPDATE',
  )
  return rows
}

/** Writes an issuer's MAC anew. */
export async function updateIssuerMac(tx: Transaction, id: string, mac: string): Promise<void> {
  await tx.query('UPDATE issuers SET mac = $2 WHERE id = $1', [id, mac])
}

/** Writes what the operator says of an issuer over a row that failed its check; its domain counts for nothing again. */
export async function rewriteIssuer(
  tx: Transaction,
  row: { id: string; name: string; nameSkeleton: string; domain: string; mac: string },
): Promise<void> {
  await tx.query(
    `UPDATE issuers SET name = $2, name_skeleton = $3, domain = $4, assurance = 'none', assurance_note = NULL,
       assured_at = NULL, mac = $5 WHERE id = $1`,
    [row.id, row.name, row.nameSkeleton, row.domain, row.mac],
  )
  noteIssuerChange(tx, row.id)
}
