import pg from 'pg'

async function connected(url, work) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function administrator(url) {
  const address = new URL(url)
  const name = decodeURIComponent(address.pathname.slice(1))
  address.pathname = '/postgres'
  return { name, quoted: pg.escapeIdentifier(name), url: address.toString() }
}

/** Creates the database that `url` names unless it is there, and returns its name. */
export async function createDatabase(url) {
  const { name, quoted, url: address } = administrator(url)
  await connected(address, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (!rowCount) await client.query(`CREATE DATABASE ${quoted}`)
  })
  return name
}

const commands = {
  'can-connect-to-database': async (url) => {
    await connected(url, () => undefined)
    console.log('Connection successful')
  },
  'create-database': createDatabase,
  'drop-database': async (url) => {
    const { quoted, url: address } = administrator(url)
    await connected(address, (client) => client.query(`DROP DATABASE IF EXISTS ${quoted}`))
  },
}

const PRISMA_CODES = new Map([
  ['3D000', 'P1003'],
  ['28P01', 'P1000'],
])

/**
 * One run of `schema-engine cli <command>`.
 * @returns the exit code; a failure is written as the CLI expects it, one JSON line on standard error
 */
export async function databaseCommand(name, url) {
  try {
    if (!Object.hasOwn(commands, name)) throw new Error(`The schema engine has no command ${name}.`)
    await commands[name](url)
    return 0
  } catch (cause) {
    const fields = { error_code: PRISMA_CODES.get(cause.code) ?? 'P1001', message: cause.message, is_panic: false }
    console.error(`\n${JSON.stringify({ level: 'ERROR', target: 'schema_engine::logger', fields })}`)
    return 1
  }
}
