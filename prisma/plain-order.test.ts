import { expect, it } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import { useServiceDatabase } from '@/test/database/service-database'

useServiceDatabase()

/** Hexadecimal digits and words of ours, which stand in one order in every language. */
const ALIKE_EVERYWHERE = /\.(sha256|file_sha256|\w+_jwt_sha256|open_badge_jsonld_sha256|row_hash|kind|state|type)$/

// An index in the order of a language misses rows that are there, once it is used with another version of its rules.
it('no index looks up by the order of a language', async () => {
  const { rows } = await workingPool().query<{ column: string }>(
    `SELECT DISTINCT c.relname || '.' || a.attname AS column FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       CROSS JOIN LATERAL unnest(i.indkey::int2[], i.indcollation::oid[]) AS k(attnum, coll)
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
     WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'
       AND k.coll NOT IN (0, 'pg_catalog."C"'::regcollation) ORDER BY 1`,
  )
  expect(rows.map(({ column }) => column).filter((column) => !ALIKE_EVERYWHERE.test(column))).toEqual([])
})
