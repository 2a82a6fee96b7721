import { workingPool } from '@/lib/store/database/database'
import { type ForeignShape, readShape } from '@/lib/store/database/shape/read-shape'
import type { DoctorFinding } from './doctor-finding'

const MOVED = 'Run as the owner of the tables: psql -1 -v ON_ERROR_STOP=1 -f docs/operations/guards-on.sql'
/** How many names a finding has. */
const MOST_NAMES = 5

/**
 * Names what somebody else than the migrations made of the tables: whoever administers the database, its replication, or a restore that was
 * broken off.
 */
export async function examineTables(db: Parameters<typeof readShape>[0] = workingPool()): Promise<DoctorFinding[]> {
  const shape = await readShape(db)
  const findings = [...ofRows(shape), ...ofGuards(shape)]
  if (shape.foreign.length > 0) {
    const message = `Triggers that are not the service’s: ${listed(shape.foreign)}. Look whether one changes or drops what is written.`
    findings.push({ id: 'database', result: 'warning', message })
  }
  if (findings.length > 0) return findings
  return [
    { id: 'database', result: 'good', message: 'Its tables, guards and unique indexes are as the service made them.' },
  ]
}

function ofRows({ missing, replaced, hiding, unlogged, inheriting, rules }: ForeignShape): DoctorFinding[] {
  return [
    ...missing.map((table) =>
      bad(
        `${table} is not in the schema public, so that what needs it is refused. Bring it back: ALTER TABLE … SET SCHEMA public, or RENAME TO ${table}.`,
      ),
    ),
    ...replaced.map(({ table, kind }) =>
      bad(
        `${table} is ${kind}, which may leave out rows, so that what needs it is refused. Give the table its name back: nothing may stand in its place.`,
      ),
    ),
    ...hiding.map((table) =>
      bad(
        `Row-level security would hide rows of ${table}, so that what needs it is refused. Run: ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY;`,
      ),
    ),
    ...unlogged.map((table) =>
      bad(`${table} is unlogged: a crash of PostgreSQL empties it. Run: ALTER TABLE ${table} SET LOGGED;`),
    ),
    ...inheriting.map(({ table, name }) =>
      bad(
        `The rows of ${name} are shown as rows of ${table}, and its guards and unique indexes are not at them. Run: ALTER TABLE ${name} NO INHERIT ${table};`,
      ),
    ),
    ...rules.map(({ table, name }) =>
      bad(`A rule that is not the service’s changes what is written to ${table}. Run: DROP RULE ${name} ON ${table};`),
    ),
  ]
}

function ofGuards({ off, gone, notUnique, behind }: ForeignShape): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  if (off.length > 0)
    findings.push(bad(`Guards of the database are off: ${listed(off)}. History could be changed. ${MOVED}`))
  if (gone.length > 0)
    findings.push(
      bad(
        `Guards of the database are gone: ${listed(gone)}. History could be changed. Their statements are in prisma/migrations.`,
      ),
    )
  if (notUnique.length > 0)
    findings.push(
      bad(
        `Unique indexes are gone, or not valid: ${listed(notUnique)}. What must be there once, such as a serial, could be there twice. REINDEX an ` +
          'index that is there; the statements of the others are in prisma/migrations.',
      ),
    )
  if (behind.length > 0) {
    const names = behind.map(({ table, column }) => `${table}.${column}`).join(', ')
    findings.push(
      bad(`The next number of ${names} was given already, so that issuing, withdrawing and others fail. ${MOVED}`),
    )
  }
  return findings
}

function listed(names: readonly { table: string; name: string }[]): string {
  const shown = names.slice(0, MOST_NAMES).map(({ table, name }) => `${name} (${table})`)
  return names.length > MOST_NAMES ? `${shown.join(', ')} and ${names.length - MOST_NAMES} more` : shown.join(', ')
}

const bad = (message: string): DoctorFinding => ({ id: 'database', result: 'bad', message })
