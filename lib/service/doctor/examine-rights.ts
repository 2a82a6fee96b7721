import { hasRole } from '@/lib/env'
import { workingPool } from '@/lib/store/database/database'
import {
  compareRights,
  findServiceRoles,
  type RightDifference,
  SERVICE_ROLES,
  type ServiceRole,
} from '@/lib/store/database/rights/compare-rights'
import { readRole } from '@/lib/store/database/rights/read-role'
import type { DoctorFinding } from './doctor-finding'

const MIGRATE = 'Run certs migrate with the DATABASE_URL of the owner of the tables'
/** How many rights, and how many statements, a finding has. */
const MOST_NAMES = 5

/** Names what the roles of the database lack, and what they may do beyond what they need. */
export async function examineRights(db: Parameters<typeof readRole>[0] = workingPool()): Promise<DoctorFinding[]> {
  const named = await findServiceRoles(db)
  const current = await readRole(db)
  const isNamed = named.some(({ name }) => name === current.name)
  const others = isNamed || current.isSuperuser ? [] : [asServing(current.name)]
  const findings: DoctorFinding[] = []
  if (current.isSuperuser && !isNamed) findings.push(warning(ofSuperuser(current.name)))
  for (const role of [...named, ...others]) findings.push(...(await examineRole(db, role, named.includes(role))))
  // The owner may do everything: of a service with one role there is nothing to say.
  const names = [...named, ...(current.owns ? [] : others)].map(({ name }) => name).join(' and ')
  if (findings.length > 0 || names === '') return findings
  return [{ id: 'database', result: 'good', message: `${names} may do what this version needs, and no more.` }]
}

/** What the role that this process has lacks, as a sentence; null where it lacks nothing. */
export async function lackingRights(db: Parameters<typeof readRole>[0] = workingPool()): Promise<string | null> {
  const { name } = await readRole(db)
  const role = (await findServiceRoles(db)).find((one) => one.name === name)
  const findings = await examineRole(db, role ?? asServing(name), role !== undefined)
  return findings.find(({ result }) => result === 'bad')?.message ?? null
}

function asServing(name: string): ServiceRole {
  const known = SERVICE_ROLES.find((role) => role.name === name)
  return known ?? { name, side: hasRole('desk') || hasRole('mail') ? 'service' : 'public' }
}

async function examineRole(
  db: Parameters<typeof readRole>[0],
  role: ServiceRole,
  isNamed: boolean,
): Promise<DoctorFinding[]> {
  const { name, isSuperuser, owns, creates, temporary } = await readRole(db, role.name)
  if (isSuperuser) return [warning(`${ofSuperuser(name)} Or: ALTER ROLE ${name} NOSUPERUSER;`)]
  const findings: DoctorFinding[] = []
  if (owns && isNamed)
    findings.push(
      warning(
        `${name} may act as the owner of tables, and so take the guards of history off. Give the tables to certs_owner: ALTER TABLE … OWNER TO certs_owner; or: REVOKE certs_owner FROM ${name};`,
      ),
    )
  const found = await compareRights(db, [role])
  const lacking = found.filter(({ lacks }) => lacks === null || lacks.length > 0)
  const beyond = found.filter(({ isBeyond }) => isBeyond)
  if (lacking.length > 0) {
    const message = `${name} lacks rights that this version needs: ${listed(lacking)}. What needs them is refused. ${mended(lacking, name, isNamed)}`
    findings.push({ id: 'database', result: 'bad', message })
  }
  if (beyond.length > 0) {
    const rest = 'What is left then was given to PUBLIC, or to a role whose member it is.'
    findings.push(
      warning(`${name} has rights that it does not need: ${listed(beyond)}. ${mended(beyond, name, isNamed)} ${rest}`),
    )
  }
  if (creates && !owns)
    findings.push(
      warning(
        `${name} may make tables in the schema public. Run: REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${name};`,
      ),
    )
  if (temporary && !owns && role.side === 'public')
    findings.push(
      warning(
        `${name} may make temporary tables, which the public side does not need. Run docs/operations/roles.sql once more.`,
      ),
    )
  return findings
}

const ofSuperuser = (name: string) =>
  `${name} is a superuser, whom no guard of the database binds: serve as another role, whom docs/operations/roles.sql makes.`

function mended(differences: readonly RightDifference[], name: string, isNamed: boolean): string {
  if (isNamed) return `${MIGRATE}.`
  // As in a dump without rights: the migrations give it nothing before it has the schema.
  if (SERVICE_ROLES.some((role) => role.name === name))
    return `Run docs/operations/roles.sql in this database as a superuser, then certs migrate with the DATABASE_URL of the owner of the tables.`
  const statements = differences.flatMap((one) => one.statements)
  const more = statements.length > MOST_NAMES ? ' and so on' : ''
  return `Run as the owner of the tables: ${statements.slice(0, MOST_NAMES).join('; ')};${more}`
}

function listed(differences: readonly RightDifference[]): string {
  const names = differences.map(({ right, object, lacks }) => {
    const columns = lacks === null || lacks.length === 0 ? '' : ` (${lacks.join(', ')})`
    return `${right}${columns} on ${object.replace('TABLE ', '').replace('SEQUENCE ', 'the sequence ')}`
  })
  const shown = names.slice(0, MOST_NAMES).join(', ')
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown
}

const warning = (message: string): DoctorFinding => ({ id: 'database', result: 'warning', message })
