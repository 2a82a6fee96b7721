import { resolve } from 'node:path'
import { walkLog } from '@/lib/domain/log/walk-log'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { workingPool } from '@/lib/store/database/database'
import { COMPLETE_MARK } from '@/lib/store/log/complete-log'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { LogFolder } from '@/lib/store/log/log-folder'
import { findLogState } from '@/lib/store/log/log-state'
import { MirroredLog } from '@/lib/store/log/mirrored-log'
import { logFolder } from '@/lib/store/log/open-log-store'
import { openLog } from './open-log'
import { signedTree } from './signed-tree'

const MOST_BYTES = 64 * 1024
/** What lies beside the tiles; the checkpoint goes last. */
const BESIDE = ['vkeys', COMPLETE_MARK, 'checkpoint.witnessed']

/**
 * Copies this service's log, as it was published, into the place where it lies here: all of it is read, and must lead to a
 * checkpoint that a key of the log signed, and through the tree that the database has.
 * @param place an address or a folder
 * @returns the file of its checkpoint here
 * @throws ServiceError `not_found` where the database knows of no log; `malformed` where there is none at the place, or another;
 *   `unavailable` where the log is not stopped, or it is damaged, older than the database, or the log of this service lies in a bucket
 */
export async function takePublishedLog(place: string): Promise<string> {
  const folder = logFolder()
  if (folder === null) {
    const hint = 'Put the published files into it and run: certs log resume'
    throw new ServiceError('unavailable', `The log of this service lies in a bucket. ${hint}`)
  }
  const state = await findLogState(workingPool())
  if (!state) throw new ServiceError('not_found', 'The backup was made before there was a public log.')
  if (state.stopped === null) throw new ServiceError('unavailable', 'The log is not stopped: nothing is to be done.')
  const file = localPath(folder, 'checkpoint')
  if (resolve(place) === folder) return file
  const published = await openLog(place)
  const note = await published.read('checkpoint', MOST_BYTES)
  if (note === null) throw new ServiceError('malformed', `There is no checkpoint of a log at ${place}.`)
  const keys = (await findLogKeys(workingPool())).filter(({ purpose }) => purpose === 'log')
  const tree = signedTree(note, { logs: keys.map(noteKeyOf), witnesses: [] }, 'The checkpoint that was published')
  if (tree.origin !== state.origin) throw new ServiceError('malformed', `It is not the log ${state.origin}.`)
  if (tree.size < state.size) {
    const sizes = `${tree.size} leaves, and the backup has ${state.size}`
    throw new ServiceError('unavailable', `The log at ${place} is older than the backup: it has ${sizes}.`)
  }
  const own = new LogFolder(folder)
  const { faults } = await walkLog(new MirroredLog(published, own, 0), {
    origin: state.origin,
    trees: [
      { name: 'the database', size: state.size, root: state.root },
      { name: 'the checkpoint', size: tree.size, root: tree.root },
    ],
  })
  const [fault] = faults
  if (fault)
    throw new ServiceError('unavailable', `The log at ${place} is damaged (${fault.where}: ${fault.sentence}).`)
  for (const path of BESIDE) {
    const bytes = await published.read(path, MOST_BYTES)
    if (bytes) await own.put(path, bytes)
  }
  await own.put('checkpoint', note)
  return file
}
