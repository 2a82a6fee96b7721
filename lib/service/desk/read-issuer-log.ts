import { env } from '@/lib/env'
import { describeLogKeys } from '@/lib/service/log/describe-log'
import { issuerLog, type IssuerLog } from '@/lib/service/log/issuer-log'
import { authorize } from './authorize'
import type { DeskMember } from './desk-person'

/** The public log as the member's issuer sees it. */
interface OwnLog extends IssuerLog {
  /** The address that everybody reads the log under. */
  address: string
  /** The texts of the keys that sign it. */
  vkeys: string[]
}

/**
 * What the public log has in the name of the member's issuer.
 * @returns null where the service has no log
 * @throws as `authorize`
 */
export async function readIssuerLog(member: DeskMember, now: number): Promise<OwnLog | null> {
  authorize(member, 'read_certificates')
  const found = await issuerLog(member.issuerId, now, true)
  return found && { ...found, address: env().BASE_URL, vkeys: (await describeLogKeys()).vkeys }
}
