import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import { randomUUID } from 'node:crypto'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { keyFor, type KeySource } from '@/lib/crypto/seals/key-source'
import { env } from '@/lib/env'
import { databaseSession } from '@/lib/store/database/database'
import { AUTH_MODELS, authAdapter } from '@/lib/store/desk/auth-adapter'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { serverSidePlugin } from './server-side-plugin'

/** The header that passes on the address that we computed: the library would believe `x-forwarded-for`. */
export const ADDRESS_HEADER = 'x-desk-address'

/** How long a session lasts at most, in seconds; it is not prolonged by use. */
const SESSION_SECONDS = 12 * 60 * 60

/** argon2id as OWASP's password storage cheat sheet asks at least: 19 MiB, 2 passes, 1 lane. */
const ARGON2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The password's argon2id hash in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2)
}

function build() {
  return betterAuth({
    appName: new URL(env().BASE_URL).host,
    baseURL: env().BASE_URL,
    basePath: '/dashboard/auth',
    secret: deskSecret(),
    database: authAdapter(),
    telemetry: { enabled: false },
    // It logs reasons of refusal with what was typed; what matters is in the activity log.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 200,
      password: { hash: hashPassword, verify: ({ hash: stored, password }) => verify(stored, password) },
    },
    user: { modelName: AUTH_MODELS.user },
    account: { modelName: AUTH_MODELS.account, accountLinking: { enabled: false } },
    verification: { modelName: AUTH_MODELS.verification },
    session: {
      modelName: AUTH_MODELS.session,
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: {
        issuerId: { type: 'string', required: false, input: false },
        secondFactorAt: { type: 'date', required: false, input: false },
      },
    },
    advanced: {
      cookiePrefix: 'desk',
      useSecureCookies: env().BASE_URL.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/dashboard' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => randomUUID() },
    },
    plugins: [
      twoFactor({
        issuer: new URL(env().BASE_URL).host,
        allowPasswordless: true,
        twoFactorTable: AUTH_MODELS.twoFactor,
        accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 900 },
      }),
      serverSidePlugin(),
    ],
  })
}

type DeskAuth = ReturnType<typeof build>

interface Built {
  of: string
  session: object
  auth: DeskAuth
}

const holder = globalThis as typeof globalThis & { certificateServiceDeskAuth?: Built }

/**
 * The sign-in library (better-auth), set up for the desk. None of its own paths is mounted: our pages call it, so its
 * sign-up, change-email and the like do not exist for anyone outside.
 */
export function deskAuth(): DeskAuth {
  const of = sha256Hex(JSON.stringify([env().BASE_URL, env().DATABASE_URL, deskSecret()]))
  // It keeps the connections that it was built with, which `closeDatabase` ends.
  const session = databaseSession()
  const built = holder.certificateServiceDeskAuth
  if (built?.of === of && built.session === session) return built.auth
  return (holder.certificateServiceDeskAuth = { of, session, auth: build() }).auth
}

/** What the library signs cookies and encrypts second factors with; renewed by `certs rekey`. */
export function deskSecret(key: KeySource = keyEncryptionKey()): string {
  return keyFor(key, 'certificate-verification/desk-sign-in/v1').toString('base64url')
}
