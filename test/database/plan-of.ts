import { type Transaction, transaction } from '@/lib/store/database/database'

/**
 * The plan of the last statement that some reading sends, made as if every table were large: what could use an index does. A
 * condition that no index serves still reads the whole table, however few rows a test has.
 */
export async function planOf(read: (tx: Transaction) => Promise<unknown>): Promise<string> {
  let plan = ''
  await transaction(async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off')
    const explaining = async (sql: string, values: unknown[]) => {
      if (/^\s*SELECT pg_advisory/.test(sql)) return { rows: [] }
      const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values)
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return { rows: [] }
    }
    await read({ query: explaining } as unknown as Transaction)
  })
  return plan
}
