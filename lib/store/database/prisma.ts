import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { log } from '@/lib/log'
import { PrismaClient } from '@/lib/store/generated/client'
import { databaseUrl } from './database-url'
import { Deadline } from './deadline'
import { connectDeadlineMs } from './deadlines'
import { noteServer } from './note-server'
import { closePool, watchConnections } from './open-connections'
import { prepareSession } from './session/prepare-session'
import { endSilentConnections } from './silence/end-silent-connections'

interface OpenClient {
  client: PrismaClient
  pool: pg.Pool
}

const holder = globalThis as typeof globalThis & { certificateServicePrisma?: OpenClient | undefined }

/** The Prisma client of this process, for ordinary reads and writes; opened at first use. */
export function prisma(): PrismaClient {
  return (holder.certificateServicePrisma ??= openClient()).client
}

function openClient(): OpenClient {
  const pool = openPool()
  return { client: new PrismaClient({ adapter: new PrismaPg(pool) }), pool }
}

function openPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl(),
    max: 4,
    connectionTimeoutMillis: connectDeadlineMs(),
    verify: (client, done) => {
      // A server that freezes once it has let somebody in would keep the connection's place for good.
      const prepared = prepareSession(client).then(() => noteServer(client))
      new Deadline(connectDeadlineMs()).limit(prepared).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  watchConnections(pool)
  endSilentConnections(pool)
  return pool
}

/** Closes the client's connections, as `closePool` does. The next use opens new ones. */
export async function closePrisma(): Promise<void> {
  const open = holder.certificateServicePrisma
  holder.certificateServicePrisma = undefined
  await open?.client.$disconnect()
  if (open) await closePool(open.pool)
}
