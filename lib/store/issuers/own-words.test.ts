import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { isSealed, readRows } from '@/lib/store/keys/sealed-rows'
import { migrate } from '@/lib/store/migrations/migrate'
import { createDatabaseBefore } from '@/test/database/database-before'
import { OWN_WORDS_MIGRATION, sealOwnWords } from './own-words'

const KEY = randomBytes(32)
const issuer = (last: number) => `00000000-0000-4000-8000-00000000000${last}`

it('the words that an operator wrote before owners did are kept and sealed once, and none that come later', async () => {
  const database = await createDatabaseBefore(OWN_WORDS_MIGRATION)
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    await client.query(
      `INSERT INTO issuers (id, name, name_skeleton, domain, did, description, website) VALUES
         ($1, 'Both', 'both', 'both.example', 'did:web:both', 'We teach knots.', 'https://both.example/'),
         ($2, 'One', 'one', 'one.example', 'did:web:one', NULL, 'https://one.example/'),
         ($3, 'None', 'none', 'none.example', 'did:web:none', NULL, NULL)`,
      [1, 2, 3].map(issuer),
    )
    const completion = { [OWN_WORDS_MIGRATION]: (db: pg.Client) => sealOwnWords(db, KEY) }
    expect(await migrate(database.url, undefined, completion)).toContain(OWN_WORDS_MIGRATION)
    const rows = async () =>
      (await readRows(client, 'issuer_own_words', 'true ORDER BY issuer_id', [])).map((row) => ({
        ...{ issuerId: row.issuerId, description: row.description, contact: row.contact, website: row.website },
        ...{ changedBy: row.changedBy, sealed: isSealed('issuer_own_words', row, KEY) },
      }))
    const kept = { contact: null, changedBy: 'operator', sealed: true }
    const both = { ...kept, issuerId: issuer(1), description: 'We teach knots.', website: 'https://both.example/' }
    const one = { ...kept, issuerId: issuer(2), description: null, website: 'https://one.example/' }
    expect(await rows()).toEqual([both, one])

    await client.query(
      `INSERT INTO issuer_own_words (issuer_id, description, changed_by, changed_at) VALUES ($1, 'Planted', 'operator', now())`,
      [issuer(3)],
    )
    expect(await migrate(database.url, undefined, completion)).toEqual([])
    expect((await rows()).map(({ sealed }) => sealed)).toEqual([true, true, false])
  } finally {
    await client.end()
    await database.drop()
  }
})
