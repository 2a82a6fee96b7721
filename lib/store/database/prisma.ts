import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { PrismaClient } from '@/lib/store/generated/client'
import { prepareSession } from './prepare-session'

const holder = globalThis as typeof globalThis & { certificateServicePrisma?: PrismaClient | undefined }

/** The Prisma client of this process, for ordinary reads and writes; opened at first use. */
export function prisma(): PrismaClient {
  return (holder.certificateServicePrisma ??= new PrismaClient({
    adapter: new PrismaPg(openPool(), { disposeExternalPool: true }),
  }))
}

function openPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: 4,
    connectionTimeoutMillis: 5000,
    verify: (client, done) => {
      prepareSession(client).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  // One that breaks while it is prepared, or in a transaction, says so to the next statement, and would end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Closes the client's connections. The next use opens new ones. */
export async function closePrisma(): Promise<void> {
  const client = holder.certificateServicePrisma
  holder.certificateServicePrisma = undefined
  await client?.$disconnect()
}
