import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { Undetermined } from '@/lib/domain/history/judgement'
import { parseEnv } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { DeadlineError } from '@/lib/store/database/deadline'
import { fileStoreFailure } from '@/lib/store/files/file-store-failure'
import { JournalFailure } from '@/lib/store/journal/journal-files'
import { makeAuthority, makeTlsCertificate } from '@/test/network/tls-certificate'
import { startFailure } from './start-failure'

describe('a process that cannot start says', () => {
  it.each(['127.0.0.1', 'localhost'])('in a sentence that no database answers at %s', async (host) => {
    const client = new pg.Client({ host, port: 1 })
    const error: unknown = await client.connect().catch((thrown: unknown) => thrown)
    expect(startFailure(error)).toMatch(/^The database cannot be used: .*ECONNREFUSED.*\.$/)
  })

  it('in a sentence that DATABASE_URL lacks the password that the database asks for', () => {
    for (const what of ['a string', 'a non-empty string'])
      expect(startFailure(new Error(`SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be ${what}`))).toMatch(
        /^The database cannot be used: it asks for a password/,
      )
  })

  it('whose certificate of a database is not trusted, and how to trust it', async () => {
    const { certificate, key } = makeTlsCertificate(makeAuthority(), ['localhost'])
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      // PostgreSQL's answer to being asked for TLS.
      socket.once('data', () => {
        socket.write('S')
        new TLSSocket(socket, { isServer: true, key, cert: certificate }).on('error', () => undefined)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const said = async (query: string) => {
      const { DATABASE_URL } = parseEnv({
        DATABASE_URL: `postgresql://localhost:${port}/x?${query}`,
        KEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      })
      return startFailure(await new pg.Client(DATABASE_URL).connect().catch((thrown: unknown) => thrown))
    }
    for (const mode of ['require', 'prefer', 'verify-ca', 'verify-full', 'allow'])
      expect(await said(`sslmode=${mode}`)).toMatch(/^The database cannot be used: .*\. Name the file .*sslrootcert=/)
    server.removeAllListeners('connection')
    server.on('connection', (socket) => socket.once('data', () => socket.end('N')))
    expect(await said('sslmode=require')).toBe(
      'The database cannot be used: The server does not support SSL connections.',
    )
    server.close()
  })

  it('why nothing could be determined, and what the system has too little of', () => {
    const clocks = 'the clocks are apart'
    for (const cause of [clocks, new Undetermined(clocks)])
      expect(startFailure(undetermined(cause))).toMatch(/ The reason: the clocks are apart\.$/)
    expect(startFailure(undetermined(new DeadlineError('late')))).toMatch(/ The database cannot be used: late\.$/)
    const folder = 'The journal in the folder /x cannot be used (EACCES).'
    expect(startFailure(new ServiceError('unavailable', folder, { cause: new JournalFailure(folder) }))).toBe(folder)
    expect(startFailure(fileStoreFailure('The bucket is not there.'))).toBe('The bucket is not there.')
    expect(startFailure(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))).toMatch(/^A disk is full/)
    expect(startFailure(Object.assign(new Error('open'), { code: 'EMFILE' }))).toMatch(/ulimit -n/)
  })

  it('what was thrown to be read, and all of a fault of ours', () => {
    expect(startFailure(new ServiceError('malformed', 'Set it.'))).toBe('Set it.')
    expect(startFailure(new Error('There is none.'))).toBe('There is none.')
    const taken = Object.assign(new Error('x'), { code: 'EADDRINUSE', syscall: 'listen' })
    const unread = Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' })
    for (const fault of [new TypeError('x'), taken, unread]) expect(startFailure(fault)).toBe(fault)
  })
})
