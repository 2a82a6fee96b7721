import { readOnServingPool } from '@/lib/store/database/on-serving-pool'

/** All entries of all passports are looked through, in milliseconds no more often than this. */
const AGAIN_MS = 60_000

const holder = globalThis as typeof globalThis & {
  certificateServiceLostPassports?: { lookedAt: number; lost: Promise<boolean> }
}

/**
 * Whether a passport is named by its certificates and has no row: deleted, it takes them with it. Its handle and its private link are gone
 * with the row, so that each unknown one may be its own.
 */
export async function arePassportsLost(): Promise<boolean> {
  const now = performance.now()
  let known = holder.certificateServiceLostPassports
  if (!known || now - known.lookedAt >= AGAIN_MS) {
    known = { lookedAt: now, lost: look() }
    holder.certificateServiceLostPassports = known
    known.lost.catch(forgetLostPassports)
  }
  return known.lost
}

/** Looks again at the next question; for tests, which change their databases. */
export function forgetLostPassports(): void {
  delete holder.certificateServiceLostPassports
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
