import { join } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { migrate } from '@/lib/store/migrations/migrate'
import type { Fault } from '../fault'
import { pause } from '../load'
import { migrationsWith } from '../own-migrations'
import type { World } from '../world'

/** Longer than anything here takes, until it is let through. */
const SQL = `CREATE TABLE half_made (n int);
SELECT pg_sleep(60) WHERE to_regclass('let_through') IS NULL;
ALTER TABLE certificates ADD COLUMN half_made text;`

/** PostgreSQL is stopped in the middle of a migration: none of it is there, and the next start makes it whole. */
export const stopInMigration: Fault = {
  name: 'stop-in-migration',
  title: 'PostgreSQL stopped at once in the middle of a migration, and started again',
  async run(world, scale) {
    const times = scale.times(6, 1)
    const recoveries: number[] = []
    const broken: string[] = []
    const folder = await migrationsWith(join(world.folder, 'migrations'), { '9001_half': SQL })
    world.load.start(8)
    for (let time = 0; time < times; time++) {
      const migrated = migrate(world.postgres.url, folder).catch((error: unknown) => error)
      await pause(200 + Math.random() * 1200)
      await world.postgres.stop('SIGQUIT')
      const outcome = await migrated
      if (!(outcome instanceof ServiceError) && !isConnectionError(outcome))
        broken.push(`the migration came to ${String(outcome)}`)
      await world.postgres.start()
      recoveries.push(await world.recovered(performance.now()))
      if (await isThere(world)) broken.push('a part of the migration is there')
    }
    await world.postgres.admin('CREATE TABLE let_through ()')
    const applied = await migrate(world.postgres.url, folder)
    if (applied.join() !== '9001_half' || !(await isThere(world))) broken.push('the migration was not made whole')
    await world.load.more(100)
    return { times, recoveries, broken }
  },
}

function isConnectionError(outcome: unknown): boolean {
  return outcome instanceof Error && /terminat|ECONN|EPIPE|ENOENT/.test(outcome.message)
}

async function isThere({ postgres }: World): Promise<boolean> {
  const [row] = await postgres.admin<{ there: boolean }>(
    `SELECT to_regclass('half_made') IS NOT NULL OR EXISTS (SELECT FROM information_schema.columns
       WHERE table_name = 'certificates' AND column_name = 'half_made') AS there`,
  )
  return row?.there ?? true
}
