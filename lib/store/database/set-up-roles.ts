import pg from 'pg'

/** A password's SCRAM verifier by the role that it is for. */
type Verifiers = Record<'certs_owner' | 'certs_service' | 'certs_public', string>

/**
 * Makes a database where there is none of this name, and the roles of `docs/operations/roles.sql` with their passwords.
 * Repeating it changes nothing but rights of what was added since.
 * @param open a connection as a superuser, or as somebody who may create roles, to a database of this name
 * @param sql the text of roles.sql
 */
export async function setUpRoles(
  open: (database: string) => Promise<pg.Client>,
  name: string,
  sql: string,
  verifiers: Verifiers,
): Promise<void> {
  await using(open('postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0)
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} ENCODING 'UTF8' TEMPLATE template0`)
  })
  await using(open(name), async (client) => {
    await client.query(sql)
    for (const [role, verifier] of Object.entries(verifiers))
      await client.query(`ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD ${pg.escapeLiteral(verifier)}`)
  })
}

async function using(opening: Promise<pg.Client>, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await opening
  await work(client).finally(() => client.end())
}

/**
 * Connects as an administrator of the database.
 * @param account of the system, whose name PostgreSQL asks the kernel for: on a socket, without a password
 */
export async function connectAsAdmin(url: string, account: number | null): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  if (account === null) {
    await client.connect()
    return client
  }
  process.seteuid?.(account)
  try {
    await client.connect()
  } finally {
    process.seteuid?.(0)
  }
  return client
}
