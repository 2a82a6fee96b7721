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
import { askedAtOnce } from './asked-at-once'
import { deliver } from './deliver'

/** Deliveries under way at once in a process, not counting those that somebody's server keeps waiting; and counting these. */
const LANES = 8
const MOST_LANES = 64
/** A delivery that takes longer gives its lane up, so that others do not wait for that server, too. */
const MOMENT_MS = 1000
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

/** The lanes of a process. */
interface Lanes {
  open: Set<Promise<void>>
  /** A key for each of them that counts. */
  counted: Set<object>
}

async function run(signal: AbortSignal): Promise<void> {
  const recovering = new Every(RECOVER_EVERY_MS)
  const lanes: Lanes = { open: new Set(), counted: new Set() }
  while (!signal.aborted) {
    await round(lanes, signal, recovering.isDue()).catch(noteUnread)
    await pause(POLL_MS, signal)
  }
  await Promise.all(lanes.open)
}

/** What is done again and again waits for no lane: a slow receiver with a backlog keeps one busy for hours. */
async function round(lanes: Lanes, signal: AbortSignal, recovers: boolean): Promise<void> {
  if (recovers) await recoverDeliveries(CLAIM_MINUTES)
  // What keeps these back keeps back nothing that is queued already.
  await announceReports().catch((error: unknown) => log.warn({ err: error }, 'webhooks are told of no report'))
  if (await hasDueDelivery()) openLanes(lanes, signal)
}

function openLanes(lanes: Lanes, signal: AbortSignal): void {
  const { open, counted } = lanes
  while (!signal.aborted && counted.size < LANES && open.size < MOST_LANES) {
    const key = {}
    const isOpen = () => {
      if (signal.aborted || (counted.size >= LANES && !counted.has(key))) return false
      counted.add(key)
      return true
    }
    const giveUp = () => {
      counted.delete(key)
      openLanes(lanes, signal)
    }
    const opened: Promise<void> = lane(isOpen, giveUp)
      .catch(noteUnread)
      .finally(() => {
        counted.delete(key)
        open.delete(opened)
      })
    open.add(opened)
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

async function lane(isOpen = () => true, giveUp = () => {}): Promise<void> {
  while (isOpen()) {
    const claimed = await claimDelivery(randomUUID())
    if (claimed === null) return
    const moment = setTimeout(giveUp, MOMENT_MS)
    try {
      await deliverClaimed(claimed)
    } finally {
      clearTimeout(moment)
    }
  }
}

/** Sends one delivery now, however its webhook fared until now; where enough people of its issuer wait it is left in the queue. */
export async function deliverNow(id: string, issuerId: string): Promise<void> {
  await askedAtOnce(issuerId, async () => {
    const claimed = await claimDelivery(randomUUID(), id)
    if (claimed !== null) await deliverClaimed(claimed)
  })
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
