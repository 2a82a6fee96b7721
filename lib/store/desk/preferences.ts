import { workingPool } from '@/lib/store/database/database'
import type { Querying } from '@/lib/store/keys/sealed-rows'

/** What a person chose to read the desk in, as it is stored. */
interface StoredPreferences {
  language: string
  timeZone: string
}

/** What a person chose, or null while they chose nothing. */
export async function findPreferences(userId: string, db: Querying = workingPool()): Promise<StoredPreferences | null> {
  const { rows } = await db.query<StoredPreferences>(
    'SELECT language, time_zone AS "timeZone" FROM desk_preferences WHERE user_id = $1',
    [userId],
  )
  return rows[0] ?? null
}

/** Keeps what a person chose, in place of what they chose before. */
export async function savePreferences(userId: string, { language, timeZone }: StoredPreferences): Promise<void> {
  await workingPool().query(
    `INSERT INTO desk_preferences (user_id, language, time_zone) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET language = $2, time_zone = $3, changed_at = clock_timestamp()`,
    [userId, language, timeZone],
  )
}
