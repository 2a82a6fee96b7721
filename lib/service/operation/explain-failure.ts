import { Undetermined } from '@/lib/domain/history/judgement'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { isDatabaseAway } from '@/lib/store/database/silence/is-database-away'
import { isFileStoreFailure } from '@/lib/store/files/file-store-failure'
import { JournalFailure } from '@/lib/store/journal/journal-files'

/** What PostgreSQL says of a login and a database that are not as DATABASE_URL has them. */
const REFUSALS: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000'])
/** What PostgreSQL says of a right that a role lacks. */
const NOT_ALLOWED = '42501'
/** What PostgreSQL says of what is there already. */
const NOT_UNIQUE = '23505'
/** What is said of a server's certificate that is not trusted. */
const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/
/** What else stands in the way of a connection that was to be encrypted. */
const TLS = /^(CERT_|ERR_TLS_|ERR_SSL_)|The server does not support SSL connections/
/** What the driver says where DATABASE_URL has no password, and the server asks for one. */
const NO_PASSWORD = /client password must be a (non-empty )?string/
/** What the system says of a disk that takes no more. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/**
 * What an operator is told of a failure, which is more than a visitor is told: the reason, too, where the sentence has none.
 * @returns sentences; null for a fault of ours
 */
export function explainFailure(error: unknown): string | null {
  if (isFileStoreFailure(error)) return error.cause.message
  if (!(error instanceof ServiceError)) return reasonOf(error)
  const { cause } = error
  const reason = cause instanceof Undetermined ? cause.message : cause
  return typeof reason === 'string'
    ? `${ended(error.message)} The reason: ${ended(reason)}`
    : [...new Set([ended(error.message), reasonOf(cause)])].filter((part) => part !== null).join(' ')
}

function reasonOf(error: unknown): string | null {
  if (error instanceof JournalFailure) return error.message
  if (!(error instanceof Error)) return null
  const { code, path, table, constraint, address } = error as Partial<
    Record<'code' | 'path' | 'table' | 'constraint' | 'address', unknown>
  >
  if (isOfSigner(address))
    return `The socket of the signer cannot be used: ${error.message}. SIGNER_SOCKET names it; the signer starts first.`
  const away = `The database cannot be used: ${error.message || String(code)}.`
  if (UNTRUSTED.test(String(code)))
    return `${away} Name the file of whoever signed its certificate in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem.`
  if (typeof path === 'string' && isNamedByDatabaseUrl(path))
    return `The database cannot be used: DATABASE_URL names the file ${path}, which cannot be read (${String(code)}).`
  if (NO_PASSWORD.test(error.message))
    return 'The database cannot be used: it asks for a password, and DATABASE_URL has none: postgresql://user:password@host:5432/name.'
  if (isDatabaseAway(error) || REFUSALS.has(code) || TLS.test(String(code ?? error.message))) return away
  if (code === NOT_ALLOWED && /row-level security/.test(error.message))
    return `The database would hide rows from the role that DATABASE_URL names (${error.message}): run ALTER TABLE … DISABLE ROW LEVEL SECURITY.`
  if (code === NOT_ALLOWED)
    return `The role that DATABASE_URL names may not do this: ${error.message}. Migrating, erasing and restoring need the address of the owner of the tables (certs_owner). What another role lacks, certs migrate with that address gives it, once docs/operations/roles.sql was run in this database.`
  if (code === NOT_UNIQUE && constraint === `${String(table)}_pkey`)
    return `The next number of ${String(table)} was given already, as after a replication: certs doctor says what to do.`
  if (code === 'EMFILE')
    return 'This process may open too few files: raise its limit (ulimit -n 1024), and run it again.'
  return FULL.has(code) ? `A disk is full (${error.message}). Make room, and run it again.` : null
}

/** A process asks the signer before anything else, so that this is where a wrong order of starting ends. */
function isOfSigner(address: unknown): boolean {
  try {
    return typeof address === 'string' && address === env().SIGNER_SOCKET
  } catch {
    return false // as below
  }
}

/** Of the server's authority, or of our own certificate and its key. */
function isNamedByDatabaseUrl(path: string): boolean {
  try {
    const { searchParams } = new URL(env().DATABASE_URL ?? '')
    return ['sslrootcert', 'sslcert', 'sslkey'].some((name) => searchParams.get(name) === path)
  } catch {
    return false // some commands need no variables, and may have bad ones
  }
}

const ended = (text: string) => (/[.!?"”)]$/.test(text) ? text : `${text}.`)
