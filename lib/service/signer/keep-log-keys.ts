import { keepDoing } from '@/lib/keep-doing'
import { retireLogKeys } from '@/lib/service/log/keys/retire-log-keys'

/** A key whose time has come signs nothing more, whether or not its private half is gone yet. */
const LOOK_MS = 15_000

/** Ends the keys of the log whose time has come, which the processes that publish it cannot. @returns ends that */
export function keepLogKeys(): () => Promise<void> {
  return keepDoing(retireLogKeys, { everyMs: LOOK_MS, firstMs: LOOK_MS, failed: 'a key of the log was not ended' })
}
