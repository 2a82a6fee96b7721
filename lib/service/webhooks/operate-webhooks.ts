import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { transaction, workingPool } from '@/lib/store/database/database'
import {
  changeWebhook,
  findWebhook,
  findWebhooks,
  holdWebhook,
  listEveryWebhook,
  type StoredWebhook,
} from '@/lib/store/webhooks/webhooks'

/**
 * The webhooks of an issuer, or of all, for the operator.
 * @throws ServiceError `not_found`
 */
export async function listWebhooksByOperator(slug: string | null): Promise<StoredWebhook[]> {
  if (slug === null) return listEveryWebhook(workingPool())
  return findWebhooks(workingPool(), (await getIssuer(slug)).id)
}

/**
 * Stops telling a webhook anything, until an owner has its address answer again.
 * @throws ServiceError `not_found`
 */
export async function pauseWebhookByOperator(id: string): Promise<StoredWebhook> {
  const found = isUuid(id) ? await findWebhook(workingPool(), id) : null
  if (!found) throw new ServiceError('not_found', 'There is no webhook with this ID.')
  await transaction(async (tx) => {
    const held = await holdWebhook(tx, found.issuerId, id)
    if (!held || held.state === 'paused') return
    await changeWebhook(tx, id, { state: 'paused' })
    const what = { action: 'webhook.paused', subject: new URL(held.url).hostname }
    await noteActivity(tx, { issuerId: held.issuerId, actor: 'operator', ...what })
  })
  return { ...found, state: 'paused' }
}
