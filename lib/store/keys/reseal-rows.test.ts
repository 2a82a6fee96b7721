import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type IssuerFacts, verifyIssuerRowMac } from '@/lib/crypto/seals/issuer-row-mac'
import { keyedMac } from '@/lib/crypto/seals/keyed-mac'
import { sealRow } from '@/lib/crypto/seals/row-seal'
import { env, setEnv } from '@/lib/env'
import { examineSeals } from '@/lib/service/doctor/examine-seals'
import { authenticateApiKey } from '@/lib/service/issuers/authenticate-api-key'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { rekey } from '@/lib/service/keys/rekey'
import { transaction } from '@/lib/store/database/database'
import { vouchForIssuers } from '@/lib/store/issuers/issuer-seals'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { migrate } from '@/lib/store/migrations/migrate'
import { createDatabaseBefore } from '@/test/database/database-before'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson, signedIn } from '@/test/desk/desk'
import { requireRightKey } from './require-right-key'
import { sealBySealers, SEALERS_MIGRATION } from './reseal-rows'
import { isSealed, readRows } from './sealed-rows'
import { SEALED_TABLE_NAMES, type SealedTable } from './sealed-tables'

const KEY = randomBytes(32)

/** What is under the seal of a person besides id and e-mail. */
const ANA = { id: '', name: 'Ana', email: '', emailVerified: false, twoFactorEnabled: false }

describe('the migration that gives the desk and the operator seals of their own', () => {
  it('replaces the seals and MACs that hold, once, and no other', async () => {
    const database = await createDatabaseBefore(SEALERS_MIGRATION)
    const client = new pg.Client(database.url)
    await client.connect()
    const before = (table: SealedTable, values: Record<string, string | boolean | Date | null>) =>
      sealRow(KEY, { table, sealer: 'anyone', values })
    try {
      const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
      const facts = { id: id(1), name: 'Old', domain: 'old.example', assurance: 'none', did: 'did:web:old' }
      const mac = keyedMac(KEY, 'certificate-verification/issuer-row-mac/v1', facts).toString('base64url')
      await client.query(
        `INSERT INTO issuers (id, name, name_skeleton, domain, did, mac) VALUES ($1, 'Old', 'old', 'old.example', 'did:web:old', $3),
           ($2, 'Harvard', 'harvard', 'new.example', 'did:web:new', $3)`,
        [id(1), id(2), mac],
      )
      await client.query('INSERT INTO issuer_slugs (slug, issuer_id, current, mac) VALUES ($1, $2, true, $3)', [
        ...['old', id(1), before('issuer_slugs', { slug: 'old', issuerId: id(1), current: true })],
      ])
      const person = (at: number, email: string, sealed: string) =>
        client.query('INSERT INTO desk_users (id, name, email, mac) VALUES ($1, $2, $3, $4)', [
          ...[id(at), 'Ana', email, before('desk_users', { ...ANA, id: id(at), email: sealed })],
        ])
      await person(3, 'ana@old.example', 'ana@old.example')
      // Of what is sealed since a later migration alone there are rows, too.
      await client.query("INSERT INTO log_state (origin, root, published_root) VALUES ('old.example/log', '', '')")
      await person(4, 'eve@old.example', 'another@old.example')
      const completion = {
        [SEALERS_MIGRATION]: async (db: pg.Client) => {
          await sealBySealers(db, KEY)
          await vouchForIssuers(db, KEY)
        },
      }
      expect(await migrate(database.url, undefined, completion)).toContain(SEALERS_MIGRATION)
      const people = async () =>
        (await readRows(client, 'desk_users', 'true ORDER BY id', [])).map((row) => isSealed('desk_users', row, KEY))
      const issuers = async () =>
        (await client.query<IssuerFacts & { mac: string }>('SELECT * FROM issuers ORDER BY id')).rows.map((row) =>
          verifyIssuerRowMac(KEY, row, row.mac),
        )
      const [slug] = await readRows(client, 'issuer_slugs', 'true', [])
      expect(slug && isSealed('issuer_slugs', slug, KEY)).toBe(true)
      expect([await people(), await issuers()]).toEqual([
        [true, false],
        [true, false],
      ])
      // Whoever kept the key of before makes seals that were good until then.
      await person(5, 'mallory@old.example', 'mallory@old.example')
      await client.query('UPDATE issuers SET mac = $1', [mac])
      expect(await migrate(database.url, undefined, completion)).toEqual([])
      expect([await people(), await issuers()]).toEqual([
        [true, false, false],
        [false, false],
      ])
    } finally {
      await client.end()
      await database.drop()
    }
  })
})

describe('a migration that seals rows', () => {
  useServiceDatabase()

  it('is refused under another key, where the service has keys', async () => {
    await mintIssuer()
    await transaction(async (tx) => {
      await expect(requireRightKey(tx, requireKeyEncryptionKey())).resolves.toBeUndefined()
      await expect(requireRightKey(tx, KEY)).rejects.toThrow('is not the key of this database')
    })
  })
})

describe('certs rekey', () => {
  useServiceDatabase()

  it('renews the seals that hold, and no other', async () => {
    const issuer = await mintIssuer()
    const [owner, planted] = [await mintPerson(issuer, 'owner'), await mintPerson(issuer, 'reader')]
    const { secret } = await createApiKey(issuer.slug, 'Register')
    await transaction((tx) =>
      tx.query("UPDATE desk_members SET role = 'owner', mac = mac || 'x' WHERE role = 'reader'"),
    )
    const next = randomBytes(32)
    await rekey(requireKeyEncryptionKey(), next)
    setEnv({ ...env(), KEY_ENCRYPTION_KEY: next.toString('base64') })
    await transaction(async (tx) => {
      for (const table of SEALED_TABLE_NAMES) {
        const rows = await readRows(tx, table, 'mac IS NOT NULL', [])
        const bad = rows.filter((row) => !isSealed(table, row))
        expect([table, bad.length]).toEqual([table, table === 'desk_members' ? 1 : 0])
      }
    })
    expect((await authenticateApiKey(secret)).issuerId).toBe(issuer.id)
    const found = (await examineSeals()).map(({ result, message }) => [result, message])
    expect(found).toEqual([['bad', expect.stringContaining(`Rows of desk_members`)]])
    expect(found[0]?.[1]).toContain(planted.person.userId)
    expect(await placesOf(owner)).toBe(0)
  })

  /** Cookies are signed under the key of before. */
  async function placesOf({ browser }: MintedPerson): Promise<number> {
    return signedIn(browser).then(
      ({ memberships }) => memberships.length,
      () => 0,
    )
  }
})
