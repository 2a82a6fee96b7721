import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'

const TEXT_INSTEAD = new Map([
  [18, 25], // "char"
  [1002, 1009], // "char"[]
])

/**
 * Fits the answers of PostgreSQL's catalogue to the engine. The adapter does not know the type "char", so those
 * columns are presented as text. The engine stops on such text in its list of checks, exclusions, constraint triggers
 * and (since PostgreSQL 18) NOT NULLs; it compares none of them from that list, so it gets an empty one.
 */
function fitCatalogue(result) {
  for (const answer of [result].flat()) {
    const fields = answer?.fields ?? []
    for (const field of fields) field.dataTypeID = TEXT_INSTEAD.get(field.dataTypeID) ?? field.dataTypeID
    if (fields.some((field) => field.name === 'constraint_type')) answer.rows = []
  }
  return result
}

class CatalogueClient extends pg.Client {
  query(...given) {
    const done = given.at(-1)
    if (typeof done === 'function') {
      return super.query(...given.slice(0, -1), (error, result) => done(error, result && fitCatalogue(result)))
    }
    const answer = super.query(...given)
    return typeof answer?.then === 'function' ? answer.then(fitCatalogue) : answer
  }
}

// The adapter cuts a script at every semicolon, those in comments and function bodies too; PostgreSQL takes it whole.
async function withWholeScripts(connecting) {
  const connection = await connecting
  connection.executeScript = async (script) => {
    await connection.client.query(script)
  }
  return connection
}

class EngineAdapter extends PrismaPg {
  connect() {
    return withWholeScripts(super.connect())
  }

  async connectToShadowDb() {
    const shadow = await withWholeScripts(super.connectToShadowDb())
    // The adapter drops the database while it is still connected to it, which PostgreSQL refuses.
    shadow.dispose = async () => {
      await shadow.client.end()
      const connection = await super.connect()
      await connection.executeScript(`DROP DATABASE ${pg.escapeIdentifier(shadow.client.options.database)}`)
      await connection.dispose()
    }
    return shadow
  }
}

/**
 * The driver adapter of the schema engine.
 * @param {string} url of the database; shadow databases are made beside it
 */
export function adapterOf(url) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  // Single fields: a connection string would win over the name of the shadow database.
  return new EngineAdapter({
    host: searchParams.get('host') ?? hostname, // a folder where the server listens on a socket only
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    Client: CatalogueClient,
  })
}
