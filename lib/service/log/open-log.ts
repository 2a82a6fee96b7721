import { stat } from 'node:fs/promises'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { isLoopbackHttp } from '@/lib/domain/text/is-loopback'
import { ServiceError } from '@/lib/errors'
import { LogAddress } from '@/lib/net/log-address'
import { LoopbackLog } from '@/lib/net/loopback-log'
import { LogFolder } from '@/lib/store/log/log-folder'

/**
 * Opens a log for reading, with neither configuration nor database.
 * @param place an https address, an http address of this machine, or a folder
 * @throws ServiceError `malformed` for a place that is neither
 */
export async function openLog(place: string): Promise<LogReader> {
  // A service on this very machine, such as the demo.
  if (isLoopbackHttp(place)) return new LoopbackLog(place)
  if (/^[a-z]+:\/\//i.test(place)) return new LogAddress(place)
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new ServiceError('malformed', `There is no folder ${place}.`)
  return new LogFolder(place)
}
