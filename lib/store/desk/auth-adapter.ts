import { prismaAdapter } from 'better-auth/adapters/prisma'
import { prisma } from '@/lib/store/database/prisma'
import { sealedClient } from './sealed-client'

/** Names of the sign-in library's tables, as the Prisma client spells them. */
export const AUTH_MODELS = {
  user: 'deskUser',
  session: 'deskSession',
  account: 'deskAccount',
  verification: 'deskVerification',
  twoFactor: 'deskTwoFactor',
} as const

/** The sign-in library's door to the database: it sees no row that does not count, and seals what it writes. */
export function authAdapter(): ReturnType<typeof prismaAdapter> {
  return prismaAdapter(sealedClient(prisma()), { provider: 'postgresql', transaction: true })
}
