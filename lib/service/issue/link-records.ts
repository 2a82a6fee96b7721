import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import { csvSafeCell } from '@/lib/domain/issue/csv-cell'
import { env } from '@/lib/env'
import type { IssueFileResult } from './issue-from-file'

/** The records of the file with serials and links, its header first. */
export async function* linkRecords({ certificates }: IssueFileResult): AsyncGenerator<string[]> {
  yield ['line', 'id', 'serial', 'verification_url', 'full_name', 'registration_number', 'email']
  for await (const { line, id, serial, fullName, registrationNumber, email } of certificates()) {
    const link = verificationUrl(env().BASE_URL, serial)
    yield [String(line), id, serial, link, fullName, registrationNumber ?? '', email ?? ''].map(csvSafeCell)
  }
}
