import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Transaction, transaction, workingPool } from '@/lib/store/database/database'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { findSealed, insertSealed, isSealed, queryFields, updateSealed } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'

const KEPT = 'identifier = $1 AND expires_at > clock_timestamp()'

/**
 * Keeps a value for a while, replacing one of the same name, in the table where the sign-in library keeps its own.
 * @param name of at least 128 random bits, or of a person, with a prefix that says whose it is
 */
export async function keepOneTimeValue(
  name: string,
  value: string,
  seconds: number,
  within?: Transaction,
): Promise<Date> {
  const keep = async (tx: Transaction) => {
    await tx.query('DELETE FROM desk_verifications WHERE identifier = $1 OR expires_at < statement_timestamp()', [name])
    const expiresAt = new Date((await databaseTime(tx)) + seconds * 1000)
    await insertSealed(tx, 'desk_verifications', [{ id: randomUUID(), identifier: name, value, expiresAt }])
    return expiresAt
  }
  return within ? keep(within) : transaction(keep)
}

/** The value of this name without using it up, or null when there is none any more. */
export async function findOneTimeValue(name: string, tx?: Transaction): Promise<{ value: string; until: Date } | null> {
  const [found] = await findSealed(tx ?? workingPool(), 'desk_verifications', KEPT, [name])
  return found ? { value: found.value, until: found.expiresAt } : null
}

const COUNTED = z.looseObject({ tries: z.number().default(0) })

/**
 * Counts a try at the value of this name, which is JSON, in its field `tries`.
 * @returns how many there were with this one, or null when there is no such value any more
 */
export async function countTry(name: string): Promise<number | null> {
  let tries: number | null = null
  await transaction((tx) =>
    updateSealed(tx, 'desk_verifications', KEPT, [name], ({ value }) => {
      const counted = COUNTED.parse(JSON.parse(value))
      tries = counted.tries + 1
      return { value: JSON.stringify({ ...counted, tries }) }
    }),
  )
  return tries
}

/** Uses up the value of this name; null when there is none any more, or another was faster. */
export async function takeOneTimeValue(name: string, tx?: Transaction): Promise<string | null> {
  const rows = await queryFields<SealedRows['desk_verifications'] & { fresh: boolean }>(
    tx ?? workingPool(),
    'DELETE FROM desk_verifications WHERE identifier = $1 RETURNING *, expires_at > clock_timestamp() AS fresh',
    [name],
  )
  return rows.find((row) => row.fresh && isSealed('desk_verifications', row))?.value ?? null
}
