import { ServiceError } from '@/lib/errors'
import { DeadlineError } from '@/lib/store/database/deadline'

/** What PostgreSQL reports of connections, of too few resources, of its own stop and start, and of taking no writes. */
const AWAY = /^(08|53|57P|25006)/
/** What the system says of connections: not of files, nor of an address to listen at. */
const NETWORK = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/
/** What the driver says of a connection that broke, was cut off, or never came. */
const BROKEN = /^(connection terminated|timeout e|client has encountered a connection error|cannot use a pool)/i

/** Whether something failed because the database cannot be reached, or takes no writes: the same may be asked again later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ServiceError) return isDatabaseAway(error.cause)
  const { code, severity, syscall } = error as { code?: unknown; severity?: unknown; syscall?: unknown }
  if (typeof severity === 'string') return AWAY.test(String(code))
  // A socket file that is not there is ENOENT, as a file is, but at `connect`.
  if (syscall === 'connect' || NETWORK.test(String(code))) return true
  return error instanceof DeadlineError || BROKEN.test(error.message)
}
