import type { DomainAssurance } from '@/lib/domain/history/evidence'
import type { Transaction } from '@/lib/store/database/database'
import { noteIssuerChange } from '@/lib/store/log/pending/note-leaves'

/** How far an issuer's domain can be relied on, as it is stored. */
interface NewAssurance {
  assurance: DomainAssurance
  /** How the operator saw it, for the operator alone; null where DNS said it. */
  note: string | null
  /** Over the row as it is from now on. */
  mac: string
}

/** Writes how far the issuer's domain can be relied on, from now on. */
export async function setAssurance(tx: Transaction, id: string, to: NewAssurance): Promise<void> {
  await tx.query(
    `UPDATE issuers SET assurance = $2::domain_assurance, assurance_note = $3, assured_at = clock_timestamp(), mac = $4
     WHERE id = $1`,
    [id, to.assurance, to.note, to.mac],
  )
  noteIssuerChange(tx, id)
}

/** Marks a domain whose record is gone; when and how it was verified stays written. */
export async function lapseAssurance(tx: Transaction, id: string, mac: string): Promise<void> {
  await tx.query(`UPDATE issuers SET assurance = 'lapsed', mac = $2 WHERE id = $1`, [id, mac])
  noteIssuerChange(tx, id)
}
