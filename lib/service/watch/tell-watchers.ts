import { keepDoing } from '@/lib/keep-doing'
import { queueWatchNotices } from './queue-watch-notices'

const EVERY_MS = 5000

/**
 * Queues messages to watchers for whom something has changed, every few seconds; any number of processes may.
 * @returns ends it, once a turn that is under way is done
 */
export function tellWatchers(): () => Promise<void> {
  return keepDoing(queueWatchNotices, {
    everyMs: EVERY_MS,
    failed: 'watchers wait: what to tell them cannot be read',
  })
}
