import { randomUUID } from 'node:crypto'
import { TEST_KIND, WEBHOOK_KINDS, type WebhookState } from '@/lib/contract/webhook/webhook-kinds'
import { generateWebhookSecret } from '@/lib/crypto/signature/webhook-signature'
import { isUuid } from '@/lib/domain/text/uuid'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { hostAllowance } from '@/lib/net/host-allowance'
import { parseFetchAddress } from '@/lib/net/parse-fetch-address'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeHolding } from '@/lib/service/desk/authorize'
import { requireFewADay } from '@/lib/service/desk/bounds/require-few-a-day'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { refuseSentTwice } from '@/lib/service/desk/refuse-sent-twice'
import { type Transaction, transaction, workingPool } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import {
  findDeliveries,
  insertDeliveries,
  type ListedDelivery,
  requeueDelivery,
} from '@/lib/store/webhooks/webhook-deliveries'
import {
  changeWebhook,
  deleteWebhook,
  findWebhooks,
  holdWebhook,
  insertWebhook,
  type StoredWebhook,
} from '@/lib/store/webhooks/webhooks'
import { askedAtOnce } from './asked-at-once'
import { challenge } from './challenge'
import { encryptWebhookSecret } from './webhook-secret'
import { deliverNow } from './webhook-worker'
import { type CountedWebhook, withLost } from './with-lost'

/** The webhooks that an issuer may have. */
const MOST_WEBHOOKS = 10
const DELIVERIES_SHOWN = 50

/**
 * The webhooks of the member's issuer.
 * @throws as `authorize`
 */
export async function listOwnWebhooks(member: DeskMember): Promise<CountedWebhook[]> {
  authorize(member, 'read_webhooks')
  return withLost(await findWebhooks(workingPool(), member.issuerId))
}

/**
 * One webhook, with its deliveries, the newest first.
 * @param before id of the last delivery of the page before, or null
 * @param lost only what did not arrive and is tried no more
 * @throws as `authorize`; ServiceError `not_found`, also for another issuer's
 */
export async function getOwnWebhook(
  member: DeskMember,
  id: string,
  { before = null, lost = false }: { before?: string | null; lost?: boolean } = {},
): Promise<{ webhook: CountedWebhook; deliveries: ListedDelivery[]; hasMore: boolean }> {
  const webhook = (await listOwnWebhooks(member)).find((one) => one.id === id.toLowerCase())
  if (!webhook) throw noSuchWebhook()
  const page = before !== null && isUuid(before) ? before : null
  const found = await findDeliveries(webhook.id, { before: page, lost, limit: DELIVERIES_SHOWN + 1 })
  return { webhook, deliveries: found.slice(0, DELIVERIES_SHOWN), hasMore: found.length > DELIVERIES_SHOWN }
}

/**
 * Makes a webhook, which is told nothing before its address has answered. The secret is returned this once.
 * @param typed the address, and the kinds that were ticked
 * @param once id of the form
 * @throws as `authorize` and `refuseSentTwice`; ServiceError `malformed`
 */
export async function createOwnWebhook(
  member: DeskMember,
  typed: { url: string; kinds: readonly string[] },
  once: string = randomUUID(),
): Promise<{ id: string; secret: string }> {
  authorize(member, 'manage_webhooks')
  const url = readAddress(typed.url)
  const kinds = WEBHOOK_KINDS.filter((kind) => typed.kinds.includes(kind))
  if (kinds.length === 0) throw readerError('malformed', 'webhooks.noKinds', {}, { field: 'kind' })
  const secret = generateWebhookSecret()
  const { issuerId, userId: madeBy } = member
  const row = { id: randomUUID(), issuerId, url: url.href, kinds, madeBy }
  return transaction(async (tx) => {
    await authorizeHolding(tx, member, 'manage_webhooks')
    await refuseSentTwice(tx, member, 'webhook.created', once)
    await requireFewADay(tx, issuerId, 'webhook.created')
    if ((await findWebhooks(tx, issuerId)).length >= MOST_WEBHOOKS)
      throw readerError('malformed', 'webhooks.tooMany', { most: MOST_WEBHOOKS })
    await insertWebhook(tx, { ...row, secret: encryptWebhookSecret(secret, row.id, keyEncryptionKey()) })
    await note(tx, member, 'webhook.created', row.url, once)
    return { id: row.id, secret }
  })
}

/**
 * Asks the address of a webhook whether it listens, and if it does, tells it what happens from now on. The member
 * answers for it then.
 * @returns `echoed`, or what came instead, as `challenge` does; `limited` when that host was asked too often, or at once with others
 * @throws as `getOwnWebhook`; ServiceError `unavailable`
 */
export async function confirmOwnWebhook(member: DeskMember, id: string): Promise<string> {
  authorize(member, 'manage_webhooks')
  const { webhook } = await getOwnWebhook(member, id)
  if (webhook.state === 'active') return 'echoed'
  if (!hostAllowance().take(new URL(webhook.url).hostname)) return 'limited'
  const result = (await askedAtOnce(member.issuerId, () => challenge(webhook))) ?? 'limited'
  if (result === 'echoed') await change(member, id, 'active', 'webhook.confirmed')
  return result
}

/** Stops telling a webhook anything. @throws as `getOwnWebhook` */
export async function pauseOwnWebhook(member: DeskMember, id: string): Promise<void> {
  await change(member, id, 'paused', 'webhook.paused')
}

/**
 * Removes a webhook, and all that waits for it.
 * @throws as `getOwnWebhook`
 */
export async function removeOwnWebhook(member: DeskMember, id: string): Promise<void> {
  authorize(member, 'manage_webhooks')
  await transaction(async (tx) => {
    const { url } = await hold(tx, member, id)
    await deleteWebhook(tx, id)
    await note(tx, member, 'webhook.removed', url)
  })
}

/**
 * Sends a test to an active webhook at once.
 * @param once id of the form
 * @throws as `getOwnWebhook` and `refuseSentTwice`; ServiceError `malformed` when it is not active
 */
export async function testOwnWebhook(member: DeskMember, id: string, once: string = randomUUID()): Promise<void> {
  authorize(member, 'manage_webhooks')
  const delivery = randomUUID()
  await transaction(async (tx) => {
    const { url, state } = await hold(tx, member, id)
    await refuseSentTwice(tx, member, 'webhook.tested', once)
    requireActive(state)
    const told = { certificateId: null, kind: TEST_KIND, data: '{}', occurredAt: new Date() }
    await insertDeliveries(tx, [{ id: delivery, webhookId: id, ...told }])
    await note(tx, member, 'webhook.tested', url, once)
  })
  await deliverNow(delivery, member.issuerId)
}

/**
 * Sends a delivery once more, with the same id, at once. A form that is sent twice sends it once.
 * @param finished when it was done with, as the form saw it: ISO 8601
 * @throws as `getOwnWebhook`; ServiceError `malformed` when the webhook is not active
 */
export async function replayOwnDelivery(
  member: DeskMember,
  id: string,
  { delivery, finished }: { delivery: string; finished: string },
): Promise<void> {
  authorize(member, 'manage_webhooks')
  // PostgreSQL has not every year that a Date has.
  const at = new Date(/^2\d{3}-/.test(finished) ? finished : NaN)
  const queued = await transaction(async (tx) => {
    const { url, state } = await hold(tx, member, id)
    requireActive(state)
    if (!isUuid(delivery) || Number.isNaN(at.getTime()) || !(await requeueDelivery(tx, id, delivery, at))) return false
    await note(tx, member, 'webhook.replayed', url)
    return true
  })
  if (queued) await deliverNow(delivery, member.issuerId)
}

async function change(member: DeskMember, id: string, state: WebhookState, action: string): Promise<void> {
  authorize(member, 'manage_webhooks')
  await transaction(async (tx) => {
    const { url, state: before } = await hold(tx, member, id)
    if (before === state) return
    await changeWebhook(tx, id, state === 'active' ? { state, madeBy: member.userId } : { state })
    await note(tx, member, action, url)
  })
}

async function hold(tx: Transaction, member: DeskMember, id: string): Promise<StoredWebhook> {
  // A slow address may have answered its challenge after whoever asked was removed.
  await authorizeHolding(tx, member, 'manage_webhooks')
  const held = isUuid(id) ? await holdWebhook(tx, member.issuerId, id) : null
  if (!held) throw noSuchWebhook()
  return held
}

/** The activity log names the host alone: an address may hold what only its owner should know. */
function note(tx: Transaction, member: DeskMember, action: string, url: string, once?: string): Promise<void> {
  const what = { action, subject: new URL(url).hostname, detail: once === undefined ? null : { once } }
  return noteActivity(tx, { issuerId: member.issuerId, ...actingMember(member), ...what })
}

/** The field of the form that a refusal is shown at. */
const AT_ADDRESS = { field: 'url' }

function readAddress(typed: string): URL {
  const parsed = parseFetchAddress(typed.trim())
  if (parsed.kind === 'refused') throw readerError('malformed', 'webhooks.badAddress', {}, AT_ADDRESS)
  if (parsed.url.hostname === new URL(env().BASE_URL).hostname)
    throw readerError('malformed', 'webhooks.ownAddress', {}, AT_ADDRESS)
  return parsed.url
}

function requireActive(state: WebhookState): void {
  if (state !== 'active') throw readerError('malformed', 'webhooks.notActive')
}

function noSuchWebhook(): ServiceError {
  return new ServiceError('not_found', 'There is nothing at this address.')
}
