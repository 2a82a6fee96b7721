import { stat } from 'node:fs/promises'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { ServiceError } from '@/lib/errors'
import { LogAddress } from '@/lib/net/log-address'
import { LoopbackLog } from '@/lib/net/loopback-log'
import { LogFolder } from '@/lib/store/log/log-folder'

/** A service on this very machine, such as the demo. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/|$)/

/**
 * Opens a log for reading, with neither configuration nor database.
 * @param place an https address, an http address of this machine, or a folder
 * @throws ServiceError `malformed` for a place that is neither
 */
export async function openLog(place: string): Promise<LogReader> {
  if (LOOPBACK.test(place)) return new LoopbackLog(place)
  if (/^[a-z]+:\/\//i.test(place)) return new LogAddress(place)
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new ServiceError('malformed', `There is no folder ${place}.`)
  return new LogFolder(place)
}
