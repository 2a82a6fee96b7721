import { log } from '@/lib/log'
import { queueWatchNotices } from './queue-watch-notices'

const EVERY_MS = 5000

/**
 * Queues messages to watchers for whom something has changed, every few seconds; any number of processes may.
 * @returns ends it, once a turn that is under way is done
 */
export function tellWatchers(): () => Promise<void> {
  let turn: Promise<unknown> | null = null
  const tell = () => {
    turn ??= queueWatchNotices()
      .catch((error: unknown) => log.warn({ err: error }, 'watchers wait: what to tell them cannot be read'))
      .finally(() => {
        turn = null
      })
  }
  const timer = setInterval(tell, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await turn
  }
}
