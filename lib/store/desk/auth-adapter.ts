import { prismaAdapter } from 'better-auth/adapters/prisma'
import { prisma } from '../prisma'

/** Names of the sign-in library's tables, as the Prisma client spells them. */
export const AUTH_MODELS = {
  user: 'deskUser',
  session: 'deskSession',
  account: 'deskAccount',
  verification: 'deskVerification',
  twoFactor: 'deskTwoFactor',
} as const

/** The sign-in library's door to the database. */
export function authAdapter(): ReturnType<typeof prismaAdapter> {
  return prismaAdapter(prisma(), { provider: 'postgresql', transaction: true })
}
