import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { Undetermined } from '@/lib/domain/history/judgement'
import { ServiceError, undetermined } from '@/lib/errors'
import { DeadlineError } from '@/lib/store/database/deadline'
import { fileStoreFailure } from '@/lib/store/files/file-store-failure'
import { startFailure } from './start-failure'

describe('a process that cannot start says', () => {
  it.each(['127.0.0.1', 'localhost'])('in a sentence that no database answers at %s', async (host) => {
    const client = new pg.Client({ host, port: 1 })
    const error: unknown = await client.connect().catch((thrown: unknown) => thrown)
    expect(startFailure(error)).toMatch(/^The database cannot be used: .*ECONNREFUSED.*\.$/)
  })

  it('why nothing could be determined, and that a disk is full', () => {
    const clocks = 'the clocks are apart'
    for (const cause of [clocks, new Undetermined(clocks)])
      expect(startFailure(undetermined(cause))).toMatch(/ The reason: the clocks are apart\.$/)
    expect(startFailure(undetermined(new DeadlineError('late')))).toMatch(/ The database cannot be used: late\.$/)
    expect(startFailure(fileStoreFailure('The bucket is not there.'))).toBe('The bucket is not there.')
    expect(startFailure(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))).toMatch(/^A disk is full/)
  })

  it('what was thrown to be read, and all of a fault of ours', () => {
    expect(startFailure(new ServiceError('malformed', 'Set it.'))).toBe('Set it.')
    expect(startFailure(new Error('There is none.'))).toBe('There is none.')
    const taken = Object.assign(new Error('x'), { code: 'EADDRINUSE', syscall: 'listen' })
    const unread = Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' })
    for (const fault of [new TypeError('x'), taken, unread]) expect(startFailure(fault)).toBe(fault)
  })
})
