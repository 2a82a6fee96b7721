import { z } from 'zod'
import { givenVariables } from './env/given-variables'
import { LOG_LEVELS } from './env/log-level'
import {
  cidr,
  postgresUrl,
  key32,
  list,
  mailbox,
  nameServer,
  origin,
  redisUrl,
  securityContact,
  smtpUrl,
} from './env/variable-shapes'

/** The languages that mail is written in: the offered ones of lib/i18n, which is not imported from here; a test compares them. */
export const MAIL_LANGUAGES = ['en', 'es', 'fr', 'ar', 'zh', 'hi', 'pt', 'de'] as const

/** An S3-compatible store is configured by all of these or by none. */
const S3_NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The work of a process of the service: the public side, the desk and the issuers' interface, sending mail. */
const PROCESS_ROLES = ['public', 'desk', 'mail'] as const

export type ProcessRole = (typeof PROCESS_ROLES)[number]

/** What only the signer may hold. */
const SIGNERS_OWN = [
  'KEY_ENCRYPTION_KEY',
  'PDF_SEAL_CERTIFICATE',
  'PDF_SEAL_KEY',
  'LOG_KEY_FILE',
  'SIGNER_DIR',
] as const

/** A seal needs both. */
const SEAL_PAIR = ['PDF_SEAL_CERTIFICATE', 'PDF_SEAL_KEY'] as const

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number('must be a port number').int().min(0).max(65535).default(3000),
  BASE_URL: origin.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  JOURNAL_DIR: z.string().min(1).optional(),
  LOG_DIR: z.string().min(1).optional(),
  LOG_KEY_FILE: z.string().min(1).optional(),
  LOG_POLICY: z.string().min(1).optional(),
  WITNESS_LOGS: list.pipe(
    z.array(
      z
        .string()
        .regex(
          /^[^+\s]{1,255}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{44}$/,
          'must hold keys of logs, such as log.example/log+1f2e3d4c+AQ…',
        ),
    ),
  ),
  REDIS_URL: redisUrl.optional(),
  S3_ENDPOINT: origin.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as certificates')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,63}$/, 'must be the name of a region, such as eu-west-1')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: z
    .enum(['true', 'false'], 'must be true or false')
    .default('true')
    .transform((word) => word === 'true'),
  KEY_ENCRYPTION_KEY: key32.optional(),
  SIGNER: z.enum(['local', 'socket'], 'must be local or socket').default('local'),
  SIGNER_SOCKET: z.string().startsWith('/', 'must be an absolute path').optional(),
  SIGNER_DIR: z.string().startsWith('/', 'must be an absolute path').optional(),
  SIGNER_PER_HOUR: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 at least')
    .default(100_000),
  API_KEY_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,11}$/, 'must be 2 to 12 lower-case letters and digits, a letter first')
    .default('svc'),
  TRUSTED_PROXIES: list.pipe(z.array(cidr)),
  SERVED_COUNTRIES: list
    .transform((codes) => codes.map((code) => code.toUpperCase()))
    .pipe(z.array(z.string().regex(/^[A-Z]{2}$/, 'must hold two-letter country codes, such as GB,SE'))),
  GEOIP_COUNTRY_DB: z.string().optional(),
  GEOIP_ANONYMOUS_DB: z.string().optional(),
  GEOIP_ASN_DB: z.string().optional(),
  HOSTING_ASNS: list
    .pipe(z.array(z.string().regex(/^[1-9]\d{0,9}$/, 'must hold AS numbers, such as 16509,14061')))
    .transform((numbers) => numbers.map(Number)),
  DNS_RESOLVERS: list.pipe(z.array(nameServer)),
  PDF_SEAL_CERTIFICATE: z.string().optional(),
  PDF_SEAL_KEY: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters at least').optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.optional(),
  MAIL_LANGUAGE: z.enum(MAIL_LANGUAGES, `must be one of ${MAIL_LANGUAGES.join(', ')}`).default('en'),
  MAIL_PER_MINUTE: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 at least')
    .max(100_000, 'must be 100000 at most')
    .default(60),
  SECURITY_CONTACT: securityContact.optional(),
  ROLES: z
    .string()
    .default(PROCESS_ROLES.join(','))
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(PROCESS_ROLES, `must name some of ${PROCESS_ROLES.join(', ')}, with commas`))),
  DATABASE_SECONDS: z.coerce.number('must be a number of seconds').int().min(1).max(60).default(2),
  DRAIN_SECONDS: z.coerce.number('must be a number of seconds').int().min(0).max(300).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

const shape = variables
  .superRefine((env, context) => {
    if (env.SIGNER !== 'socket') return
    for (const name of ['DATABASE_URL', 'SIGNER_SOCKET'] as const)
      if (env[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is required with SIGNER=socket' })
    for (const name of SIGNERS_OWN)
      if (env[name] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'must not be set with SIGNER=socket: it is the signer’s',
        })
  })
  .refine((env) => env.SIGNER === 'socket' || env.ROLES.includes('desk'), {
    path: ['SIGNER'],
    message: 'must be socket for a process without the desk: the public side holds no KEY_ENCRYPTION_KEY',
  })
  .refine((env) => env.SIGNER === 'socket' || !env.DATABASE_URL || env.KEY_ENCRYPTION_KEY, {
    path: ['KEY_ENCRYPTION_KEY'],
    message: 'is required with DATABASE_URL; make one with: openssl rand -base64 32',
  })
  .superRefine((env, context) => {
    for (const [name, other] of [SEAL_PAIR, SEAL_PAIR.toReversed()] as const) {
      if (name && other && env[other] !== undefined && env[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: `is required with ${other}` })
    }
  })
  .superRefine((env, context) => {
    const given = [...S3_NEEDED, 'S3_REGION' as const].filter((name) => env[name] !== undefined)
    if (given.length === 0) return
    for (const name of S3_NEEDED.filter((needed) => env[needed] === undefined)) {
      context.addIssue({ code: 'custom', path: [name], message: `is required with ${given[0]}` })
    }
  })
  .transform((env) => ({
    ...env,
    BASE_URL: env.BASE_URL ?? `http://localhost:${env.PORT}`,
    /** Nobody named it, so that it may be right for this process alone. */
    BASE_URL_IS_DEFAULT: env.BASE_URL === undefined,
  }))
  .transform((env) => ({
    ...env,
    MAIL_FROM: env.MAIL_FROM ?? { name: '', address: `no-reply@${new URL(env.BASE_URL).hostname}` },
    // Behind https stands a balancer, which has to notice that a process is about to stop.
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (env.NODE_ENV === 'production' && env.BASE_URL.startsWith('https:') ? 5 : 0),
  }))

/** The configuration of spec part 12, parsed. */
export type Env = z.infer<typeof shape>

/**
 * Parses the environment.
 * @param source variables by name; empty and blank ones count as absent
 * @throws Error one sentence a wrong variable, each naming it; no value is repeated, since some are secret
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = shape.safeParse(givenVariables(source, Object.keys(variables.shape)))
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues.map((issue) => `${String(issue.path[0] ?? 'The environment')} ${issue.message}.`).join('\n'),
  )
}

const holder = globalThis as typeof globalThis & { certificateServiceEnv?: Env }

/** The configuration of this process: parsed once, at first use, and shared by every copy of this module. */
export function env(): Env {
  return (holder.certificateServiceEnv ??= parseEnv(process.env))
}

/** Replaces the configuration of this process: for the start, which fills in what it found, and for tests. */
export function setEnv(next: Env): void {
  holder.certificateServiceEnv = next
}

/** Whether this process does the work of a role (docs/decisions/0075). */
export function hasRole(role: ProcessRole): boolean {
  return env().ROLES.includes(role)
}
