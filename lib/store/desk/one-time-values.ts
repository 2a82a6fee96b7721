import { randomUUID } from 'node:crypto'
import { type Transaction, transaction, workingPool } from '../database'

/**
 * Keeps a value for a while, in place of one of the same name; it stands beside what the sign-in library keeps there.
 * @param name of at least 128 random bits, or of a person, with a prefix that says whose it is
 */
export async function keepOneTimeValue(name: string, value: string, seconds: number): Promise<Date> {
  return transaction(async (tx) => {
    await tx.query('DELETE FROM desk_verifications WHERE identifier = $1 OR expires_at < clock_timestamp()', [name])
    const { rows } = await tx.query<{ until: Date }>(
      `INSERT INTO desk_verifications (id, identifier, value, expires_at)
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4)) RETURNING expires_at AS until`,
      [randomUUID(), name, value, seconds],
    )
    return rows[0]?.until ?? new Date(0)
  })
}

/** The value of this name without using it up, or null when there is none any more. */
export async function findOneTimeValue(name: string): Promise<{ value: string; until: Date } | null> {
  const { rows } = await workingPool().query<{ value: string; until: Date }>(
    `SELECT value, expires_at AS until FROM desk_verifications
     WHERE identifier = $1 AND expires_at > clock_timestamp()`,
    [name],
  )
  return rows[0] ?? null
}

/**
 * Counts a try at the value of this name, which is JSON, in its field `tries`.
 * @returns how many there were with this one, or null when there is no such value any more
 */
export async function countTry(name: string): Promise<number | null> {
  const { rows } = await workingPool().query<{ tries: number }>(
    `UPDATE desk_verifications
     SET value = jsonb_set(value::jsonb, '{tries}', to_jsonb(coalesce((value::jsonb->>'tries')::int, 0) + 1))::text
     WHERE identifier = $1 AND expires_at > clock_timestamp() RETURNING (value::jsonb->>'tries')::int AS tries`,
    [name],
  )
  return rows[0]?.tries ?? null
}

/** Uses up the value of this name; null when there is none any more, or another was faster. */
export async function takeOneTimeValue(name: string, tx?: Transaction): Promise<string | null> {
  const { rows } = await (tx ?? workingPool()).query<{ value: string; fresh: boolean }>(
    `DELETE FROM desk_verifications WHERE identifier = $1 RETURNING value, expires_at > clock_timestamp() AS fresh`,
    [name],
  )
  const [taken] = rows
  return taken?.fresh ? taken.value : null
}
