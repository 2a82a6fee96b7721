import { serialKey } from '@/lib/domain/certificate/serial'
import { workingPool } from '@/lib/store/database/database'
import { fileStore } from '@/lib/store/files/file-store'

/** The bytes of a certificate's PDF, as they were issued. */
export async function issuedPdf(serial: string): Promise<Buffer> {
  const { rows } = await workingPool().query<{ sha256: string }>(
    `SELECT a.sha256 FROM artifacts a JOIN certificates c ON c.id = a.certificate_id
     WHERE c.serial_key = $1 AND a.type = 'pdf' ORDER BY a.created_at DESC LIMIT 1`,
    [serialKey(serial)],
  )
  const bytes = await fileStore().get(rows[0]?.sha256 ?? '')
  if (!bytes) throw new Error(`the PDF of ${serial} is not in the file store`)
  return bytes
}
