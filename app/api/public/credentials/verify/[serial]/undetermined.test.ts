import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { expectOutcome, expectUndetermined } from '@/test/expect-verdict'
import { askApi, askPage } from '@/test/verify-requests'

describe('a check whose evidence is not whole', () => {
  const database = useServiceDatabase()
  let genuine = ''
  let withdrawn = ''

  beforeAll(async () => {
    const issuer = await mintIssuer()
    genuine = await issueOne(issuer)
    withdrawn = await issueOne(issuer)
    await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
    await expectAnswered()
  })

  /** Several statements as the superuser, whom no trigger and no foreign key hinders. */
  async function admin(sql: string): Promise<void> {
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    await client.query(`SET session_replication_role = replica; ${sql}`).finally(() => client.end())
  }

  async function expectAnswered(): Promise<void> {
    await expectOutcome(genuine, 'verified')
    await expectOutcome(withdrawn, 'withdrawn')
  }

  it.each(['service_keys', 'issuer_signing_keys', 'issuers'])(
    'is 503 while the rows of %s are missing',
    async (table) => {
      await admin(`CREATE TABLE kept AS SELECT * FROM ${table}; DELETE FROM ${table}`)
      await expectUndetermined([genuine, withdrawn])
      expect((await askPage(genuine.replaceAll('-', '.'))).status).toBe(503)
      await admin(`INSERT INTO ${table} SELECT * FROM kept; DROP TABLE kept`)
      await expectAnswered()
    },
  )

  it('is 503 while the service’s key does not carry the MAC of this KEY_ENCRYPTION_KEY', async () => {
    const right = env()
    setEnv(
      parseEnv({ ...process.env, DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') }),
    )
    await expectUndetermined([genuine, withdrawn])
    setEnv(right)
    await expectAnswered()
    // Backwards it is another one, whatever characters it has.
    await admin('UPDATE service_keys SET mac = reverse(mac)')
    await expectUndetermined([genuine, withdrawn])
    await admin('UPDATE service_keys SET mac = reverse(mac)')
    await expectAnswered()
  })

  it('is 503 while the clocks of the database and of this process are an hour apart', async () => {
    for (const apart of [-3_600_000, 3_600_000]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + apart })
      await expectUndetermined([genuine, withdrawn])
      vi.useRealTimers()
    }
    await expectAnswered()
  })

  it('takes no other’s answer with it where the statement fails on one record', async () => {
    const damaged = await issueOne(await mintIssuer())
    await admin(`ALTER TABLE certificates DISABLE TRIGGER certificates_states;
      UPDATE certificates SET expires_at = 'infinity' WHERE serial = '${damaged}';
      ALTER TABLE certificates ENABLE ALWAYS TRIGGER certificates_states`)
    const [answer] = await Promise.all([askApi(damaged), expectAnswered(), expectAnswered()])
    expect(await answer.text()).not.toContain('"verified"')
  })

  it('is 503 when the table of counts cannot be written, and says nothing instead', async () => {
    await admin('ALTER TABLE certificate_checks RENAME TO certificate_checks_away')
    await expectUndetermined([genuine, withdrawn])
    await admin('ALTER TABLE certificate_checks_away RENAME TO certificate_checks')
    await expectAnswered()
  })
})
