import { env } from '@/lib/env'

/** How long connecting takes at most where there is no configuration that could say more, in milliseconds. */
export const LEAST_CONNECT_MS = 5000

/** How long a request waits for the database, in milliseconds; past that it is 503 (spec part 3). */
export const servingDeadlineMs = () => env().DATABASE_SECONDS * 1000

/**
 * How long connecting takes at most where no request waits for it, in milliseconds: five seconds, and never less than a request waits,
 * since a database that answers slowly lets nobody in faster.
 */
export const connectDeadlineMs = () => Math.max(LEAST_CONNECT_MS, servingDeadlineMs())

/** The same of connections that are shared by work which may take long: to wait until one is free counts, too. */
export const workingConnectDeadlineMs = () => 2 * connectDeadlineMs()
