import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { connectionUrl } from './embedded-postmaster'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['PGSSLMODE', 'require'],
  ['PGSSLMODE', 'no-verify'],
  ['PGSSLNEGOTIATION', 'direct'],
  ['PGOPTIONS', '-c search_path=evil'],
  ['PGHOST', '/nowhere'],
  ['PGPORT', '1'],
  ['PGUSER', 'eve'],
  ['PGPASSWORD', 'x'],
  ['PGDATABASE', 'other'],
])('the embedded database is reached as its address says, whatever %s is (%s)', (variable, value) => {
  const asked = () => {
    const client = new pg.Client(connectionUrl('/data/postgres', 'certs', 'secret', 'certs'))
    const { options } = (client as unknown as { connectionParameters: { options?: string } }).connectionParameters
    const { host, port, user, password, database, ssl } = client
    return { host, port, user, password, database, ssl, options }
  }
  const plain = asked()
  expect(plain).toMatchObject({ host: '/data/postgres', user: 'certs', password: 'secret', ssl: false })
  vi.stubEnv(variable, value)
  expect(asked()).toEqual(plain)
})
