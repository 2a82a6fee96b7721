import { servingGuard } from '@/lib/store/database/serving-guard'
import { currentSignatures } from './current-signatures'

/**
 * Stands before every answer that there is no such certificate, file, issuer or list: a replica may not have the row yet, and a
 * database that was restored may have lost it.
 * @throws ServiceError `unavailable` where that may be so
 */
export async function assureNone(): Promise<void> {
  await servingGuard().run(() => currentSignatures())
}
