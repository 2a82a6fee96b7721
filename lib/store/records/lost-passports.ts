import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { lookedFor } from './looked-for'

/**
 * Whether a passport is named by its certificates and has no row: deleted, it takes them with it. Its handle and its private link are gone
 * with the row, so that each unknown one may be its own.
 */
export function arePassportsLost(): Promise<boolean> {
  return lookedFor('passports', look)
}

async function look(): Promise<boolean> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ lost: boolean }>(
      `SELECT EXISTS (SELECT FROM passport_certificates e
         WHERE NOT EXISTS (SELECT FROM passports p WHERE p.id = e.passport_id)) AS lost`,
    ),
  )
  return rows[0]?.lost ?? false
}
