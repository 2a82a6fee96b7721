import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '@/lib/store/migrations/migrate'
import type { Fault } from '../fault'
import { pause } from '../load'
import { migrationsWith } from '../own-migrations'
import type { World } from '../world'
import { Writer } from '../writer'

/** What a next version brings before its processes start. */
const EXPANSION = {
  '9001_expand': `CREATE TABLE next_version (certificate_id uuid REFERENCES certificates (id), note text);
    ALTER TABLE certificates ADD COLUMN next_version text;
    ALTER TABLE events ADD COLUMN next_version text;
    ALTER TABLE issuers ADD COLUMN next_version text NOT NULL DEFAULT '';`,
  '9002_index': `-- no-transaction
CREATE INDEX CONCURRENTLY certificates_next_version ON certificates (next_version);`,
}
/** What it takes away once no process of the old version runs any more. */
const CONTRACTION = { '9003_contract': 'ALTER TABLE certificates DROP COLUMN next_version; DROP TABLE next_version;' }

/** The schema is expanded and contracted while processes of the version before serve, and while a report reads along. */
export const migrateUnderLoad: Fault = {
  name: 'migrate-under-load',
  title: 'a migration (expand, then contract) while the version before serves and a long transaction holds its tables',
  async run(world, scale) {
    const times = scale.times(3, 1)
    const broken: string[] = []
    world.load.start(10)
    const writer = new Writer(world)
    for (let time = 0; time < times; time++) {
      const folder = join(world.folder, `migrations-${time}`)
      const renamed = (more: Record<string, string>) =>
        Object.fromEntries(
          Object.entries(more).map(([name, sql]) => [
            `${name}_${time}`,
            sql.replaceAll('next_version', `next_${time}`),
          ]),
        )
      await withLongReport(world, () => migrateWith(world, folder, renamed(EXPANSION)))
      await world.load.more(100)
      await withLongReport(world, () => migrateWith(world, `${folder}-2`, renamed({ ...EXPANSION, ...CONTRACTION })))
      await world.load.more(100)
    }
    await writer.stop()
    const failed = world.load.answers.filter(({ status }) => status === 0 || status >= 500)
    if (failed.length > 0) broken.push(`${failed.length} requests failed`)
    const slowest = Math.max(...world.load.answers.map(({ sentAt, doneAt }) => doneAt - sentAt))
    return { times, recoveries: [], broken, notes: [`the slowest answer took ${(slowest / 1000).toFixed(2)} s`] }
  },
}

async function migrateWith(world: World, folder: string, more: Record<string, string>): Promise<void> {
  await migrate(world.postgres.url, await migrationsWith(folder, more))
}

/** Reads the tables in a transaction that lasts longer than any check may, and that every change of them waits for. */
async function withLongReport(world: World, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(world.postgres.adminUrl)
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT count(*) FROM certificates, issuers')
    await Promise.all([work(), pause(3500).then(() => client.query('COMMIT'))])
  } finally {
    await client.end()
  }
}
