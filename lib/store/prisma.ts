import { PrismaPg } from '@prisma/adapter-pg'
import { env } from '@/lib/env'
import { PrismaClient } from './generated/client'

const holder = globalThis as typeof globalThis & { certificateServicePrisma?: PrismaClient | undefined }

/** The Prisma client of this process, for ordinary reads and writes; opened at first use. */
export function prisma(): PrismaClient {
  return (holder.certificateServicePrisma ??= new PrismaClient({
    adapter: new PrismaPg({ connectionString: env().DATABASE_URL, max: 4, connectionTimeoutMillis: 5000 }),
  }))
}

/** Closes the client's connections. The next use opens new ones. */
export async function closePrisma(): Promise<void> {
  const client = holder.certificateServicePrisma
  holder.certificateServicePrisma = undefined
  await client?.$disconnect()
}
