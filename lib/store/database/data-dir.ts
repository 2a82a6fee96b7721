import { resolve } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { projectDir } from '@/lib/project-dir'

/**
 * The data folder as an absolute path. A relative DATA_DIR is relative to the project's folder, whatever the working
 * folder is, so that the server and the operator's command always find the same data (spec part 12).
 */
export function resolveDataDir(env: { DATA_DIR: string }): string {
  return resolve(projectDir(), env.DATA_DIR)
}

/**
 * What is said where the data folder cannot be made, read or written.
 * @returns the error itself where it is of something else
 */
export function dataDirFault(error: unknown, dataDir: string): unknown {
  const { code, path, syscall } = error as NodeJS.ErrnoException
  // What was asked for below a file does not stand there: the file does.
  const where = code === 'ENOTDIR' && syscall !== 'mkdir' ? dataDir : (path ?? dataDir)
  const say = (sentence: string) => new ServiceError('unavailable', sentence, { cause: error })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return say(`The data folder needs to be writable for this user, and ${where} is not.`)
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return say(`The disk that holds ${where} is full.`)
  // A link that leads nowhere, as to a disk that is not mounted, stands in the way of a folder and is none.
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'ELOOP' || (code === 'ENOENT' && syscall === 'mkdir')) {
    return say(`${where} stands where a folder is needed: remove it or choose another DATA_DIR.`)
  }
  if (code === 'ENAMETOOLONG') return say(`The path of ${where} is too long: choose another DATA_DIR.`)
  return error
}
