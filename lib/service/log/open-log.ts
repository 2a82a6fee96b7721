import { stat } from 'node:fs/promises'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { ServiceError } from '@/lib/errors'
import { LogAddress } from '@/lib/net/log-address'
import { LogFolder } from '@/lib/store/log/log-folder'

/**
 * Opens a log for reading, with neither configuration nor database.
 * @param place an https address, or a folder
 * @throws ServiceError `malformed` for a place that is neither
 */
export async function openLog(place: string): Promise<LogReader> {
  if (/^[a-z]+:\/\//i.test(place)) return new LogAddress(place)
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new ServiceError('malformed', `There is no folder ${place}.`)
  return new LogFolder(place)
}
