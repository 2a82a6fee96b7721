import { randomUUID } from 'node:crypto'
import { DELIVERY_PAUSES } from '@/lib/domain/webhook/retry-schedule'
import { Every } from '@/lib/every'
import { pause, untilStopped } from '@/lib/keep-doing'
import { log } from '@/lib/log'
import {
  claimDelivery,
  type ClaimedDelivery,
  hasDueDelivery,
  recoverDeliveries,
  returnDelivery,
  settleDelivery,
} from '@/lib/store/webhooks/delivery-queue'
import { announceReports } from './announce-reports'
import { deliver } from './deliver'

/** Deliveries under way at once in a process: each mostly waits for somebody else's server. */
const LANES = 8
const POLL_MS = 2000
const RECOVER_EVERY_MS = 60_000
/** The age at which a claim is that of a process that is gone: well above the longest that one delivery takes. */
const CLAIM_MINUTES = 2
/** A delivery that a fault of ours kept back waits this long. */
const FAULT_SECONDS = 300

/** Starts delivering to webhooks; any number of processes may. @returns ends it, once what is under way is done */
export function startWebhookWorker(): () => Promise<void> {
  return untilStopped(run)
}

async function run(signal: AbortSignal): Promise<void> {
  const recovering = new Every(RECOVER_EVERY_MS)
  const lanes = new Set<Promise<void>>()
  while (!signal.aborted) {
    await round(lanes, signal, recovering.isDue()).catch(noteUnread)
    await pause(POLL_MS, signal)
  }
  await Promise.all(lanes)
}

/** What is done again and again waits for no lane: a slow receiver with a backlog keeps one busy for hours. */
async function round(lanes: Set<Promise<void>>, signal: AbortSignal, recovers: boolean): Promise<void> {
  if (recovers) await recoverDeliveries(CLAIM_MINUTES)
  await announceReports()
  if (!(await hasDueDelivery())) return
  while (lanes.size < LANES) {
    const opened: Promise<void> = lane(signal)
      .catch(noteUnread)
      .finally(() => lanes.delete(opened))
    lanes.add(opened)
  }
}

function noteUnread(error: unknown): void {
  log.warn({ err: error }, 'webhooks wait: the queue cannot be read')
}

/** Delivers all that is due. */
export async function deliverDue(): Promise<void> {
  if (!(await hasDueDelivery())) return
  // All of them end before anyone goes on.
  const ends = await Promise.allSettled(Array.from({ length: LANES }, () => lane()))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
}

async function lane(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const claimed = await claimDelivery(randomUUID())
    if (claimed === null) return
    await deliverClaimed(claimed)
  }
}

/** Sends one delivery now, however its webhook fared until now. */
export async function deliverNow(id: string): Promise<void> {
  const claimed = await claimDelivery(randomUUID(), id)
  if (claimed !== null) await deliverClaimed(claimed)
}

async function deliverClaimed(claimed: ClaimedDelivery): Promise<void> {
  try {
    await deliver(claimed)
  } catch (error) {
    log.error({ delivery: claimed.id, err: error }, 'a webhook could not be delivered')
    await giveBack(claimed).catch((err: unknown) =>
      // Its claim is taken for left behind after a while.
      log.error({ delivery: claimed.id, err }, 'a webhook could not be queued again'),
    )
  }
}

/** What a fault of ours keeps back for as long as a receiver may fail is given up: it would come back for ever. */
async function giveBack(claimed: ClaimedDelivery): Promise<void> {
  const seconds = DELIVERY_PAUSES[claimed.attempts - 1]
  if (seconds === undefined) await settleDelivery(claimed, 'failed', 'fault')
  else await returnDelivery(claimed, 'fault', Math.max(seconds, FAULT_SECONDS))
}
