import { resolve } from 'node:path'
import type { NoteKey } from '@/lib/crypto/tlog/note-key'
import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { walkLog } from '@/lib/domain/log/walk-log'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { workingPool } from '@/lib/store/database/database'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { LogFolder } from '@/lib/store/log/log-folder'
import { findLogState } from '@/lib/store/log/log-state'
import { logFolder } from '@/lib/store/log/open-log-store'
import { withTakenLog } from '@/lib/store/log/taken-log'
import { openLog } from './open-log'
import { signedTree } from './signed-tree'

const MOST_BYTES = 64 * 1024
const WITNESSED = 'checkpoint.witnessed'
const NOTES = ['checkpoint', WITNESSED] as const

/**
 * Copies this service's log, as it was published, into the place where it lies here: all of it is read, and must lead to a
 * checkpoint that a key of the log signed, and through the tree that the database has and those whose checkpoints lie here.
 * Nothing here is written over before. What else lies beside the tiles the publisher writes by what the database says.
 * @param place an address or a folder
 * @returns the file of its checkpoint here
 * @throws ServiceError `not_found` where the database knows of no log; `malformed` where there is none at the place, or another;
 *   `unavailable` where the log is not stopped, or it is damaged, older than the database or than what lies here, or the log of
 *   this service lies in a bucket
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
  const keys = (await findLogKeys(workingPool())).filter(({ purpose }) => purpose === 'log').map(noteKeyOf)
  const tree = signedTree(note, { logs: keys, witnesses: [] }, 'The checkpoint that was published')
  const confirmed = await published.read(WITNESSED, MOST_BYTES)
  const confirmedTree = confirmed && signedTree(confirmed, { logs: keys, witnesses: [] }, 'The confirmed checkpoint')
  if (tree.origin !== state.origin) throw new ServiceError('malformed', `It is not the log ${state.origin}.`)
  if (tree.size < state.size) {
    const sizes = `${tree.size} leaves, and the backup has ${state.size}`
    throw new ServiceError('unavailable', `The log at ${place} is older than the backup: it has ${sizes}.`)
  }
  const own = new LogFolder(folder)
  const here = (await signedTrees(own, keys)).filter(({ origin }) => origin === state.origin)
  const newest = Math.max(0, ...here.map(({ size }) => size))
  if (tree.size < newest) {
    const sizes = `${tree.size} leaves, and the files in ${folder} have ${newest}`
    const hint = `Run: certs log resume --checkpoint ${file}`
    throw new ServiceError('unavailable', `The log at ${place} is older than the one here: it has ${sizes}. ${hint}`)
  }
  await withTakenLog(published, own, async (copied) => {
    const { faults } = await walkLog(copied, {
      origin: state.origin,
      trees: [
        { name: 'the database', size: state.size, root: state.root },
        ...here.map(({ size, root }) => ({ name: 'the files here', size, root })),
        ...(confirmedTree ? [{ name: 'the confirmed checkpoint', ...confirmedTree }] : []),
        { name: 'the checkpoint', size: tree.size, root: tree.root },
      ],
    })
    const [fault] = faults
    if (!fault) return
    throw new ServiceError('unavailable', `The log at ${place} is damaged (${fault.where}: ${fault.sentence}).`)
  })
  if (confirmed) await own.put(WITNESSED, confirmed)
  await own.put('checkpoint', note)
  return file
}

/** The trees whose checkpoints lie in a log, and that a key of the log signed: others say nothing. */
async function signedTrees(log: LogReader, logs: NoteKey[]): Promise<VerifiedCheckpoint[]> {
  const notes = await Promise.all(NOTES.map((path) => log.read(path, MOST_BYTES)))
  return notes.flatMap((note) => {
    if (note === null) return []
    try {
      return [signedTree(note, { logs, witnesses: [] }, 'A checkpoint')]
    } catch (error) {
      if (error instanceof ServiceError) return []
      throw error
    }
  })
}
