import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmationWord } from '@/lib/domain/certificate/confirmation-word'
import { passportHandle } from '@/lib/domain/passport/passport-handle'
import { env, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { chooseCertificates } from '@/lib/service/passport/choose-certificates'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { deletePassport } from '@/lib/service/passport/delete-passport'
import { openPassport } from '@/lib/service/passport/open-passport'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { SignerProcess } from '@/test/signer/signer-process'
import { RolesProcess } from './roles-process'

const database = useServiceDatabase()

/** What a process of the public side must not even have in memory. */
const OF_THE_DESK = [
  /^app\/(dashboard|api\/issuer)\//,
  /^components\/desk\//,
  /^lib\/(service|store|contract)\/desk\//,
  /^lib\/service\/(issue|change|erasure)\/(?!replay)/,
  /^lib\/service\/mail\/(?!mail-health|enqueue-mail|encrypt-mail|mail-content)/,
  /^lib\/store\/log\/(sequence|publish)\/(sequencer|log-publisher)/,
  /^node_modules\/(better-auth|@better-auth|better-call|nodemailer|@simplewebauthn|@node-rs\/argon2)\//,
]

const publicUrl = () => database.url.replace(/\/\/[^@]*@/, `//certs_public:${encodeURIComponent('of the tests')}@`)

let server: RolesProcess
let signer: SignerProcess
let serial: string
let withdrawn: string
let slug: string
let secret: string
let passport: { handle: string; manageUrl: string }

beforeAll(async () => {
  const issuer = await mintIssuer()
  slug = issuer.slug
  serial = await issueOne(issuer)
  withdrawn = await issueOne(issuer)
  await withdrawCertificate(withdrawn, { reason: 'r', publicReason: null, actor: 'test' })
  secret = (await createApiKey(slug, 'Test')).secret
  passport = await createPassportByOperator([serial])
  const { DATA_DIR } = env()
  signer = await SignerProcess.start()
  server = await RolesProcess.start({
    DATABASE_URL: publicUrl(),
    DATA_DIR,
    ROLES: 'public',
    ...{ KEY_ENCRYPTION_KEY: '', SIGNER: 'socket', SIGNER_SOCKET: signer.socket('public') },
    BASE_URL: 'https://verify.test',
  })
})

afterAll(async () => {
  expect(await server.stop()).toBe(0)
  await signer.remove()
})

const ask = (path: string, init: RequestInit = {}) => fetch(server.origin + path, { redirect: 'manual', ...init })
const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const NOBODYS = '00000000-0000-4000-8000-000000000000'

describe('a process of the public side alone, under its own role of the database', () => {
  it('answers everything that is public, and nothing of the desk', async () => {
    const verify = '/api/public/credentials/verify'
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM status_lists LIMIT 1')
    const expected: [string, number, RequestInit?][] = [
      ['/api/health/ready', 200],
      ['/', 200],
      [`${verify}/${serial}`, 200],
      [`${verify}/${withdrawn}`, 200],
      [`${verify}/ABCDEFGHJKMNPQRS`, 404],
      [`${verify}/batch`, 200, json({ serials: [serial, withdrawn], receipt: true })],
      [`${verify}/${serial}/receipt`, 200],
      [`/verify/${serial}`, 200],
      [`/api/public/credentials/${serial}/manifest`, 200],
      [`/api/public/credentials/${serial}/signed`, 200],
      [`/api/public/credentials/${serial}/openbadge`, 200],
      [`/issuers/${slug}`, 200],
      ['/api/public/issuers?q=institute', 200],
      [`/api/public/issuers/${slug}`, 200],
      [`/api/public/passports/${passport.handle}`, 200],
      [`/passport/${passport.handle}`, 200],
      ['/report', 200],
      [`/api/public/status/${rows[0]?.id ?? ''}`, 503],
      [`${verify}/${serial}/log-proof`, 404],
      // What nobody has: it is looked for in every table that could name it.
      [`/issuers/${NOBODYS}/did.json`, 404],
      ['/api/public/issuers/nobody-at-all', 404],
      ['/api/public/issuers?q=nobody', 200],
      [`/api/public/passports/${passportHandle(Buffer.alloc(16))}`, 404],
      ['/docs', 200],
      ['/receipts', 200],
      ['/check-many', 200],
      ['/.well-known/did.json', 200],
      // The witness keeps what it confirms in the journal, which this side may not write.
      ['/witness/add-checkpoint', 503, { method: 'POST', body: 'x' }],
      ['/dashboard', 404],
      ['/dashboard/sign-in', 404],
      [
        '/api/issuer/v1/certificates/lookup',
        503,
        { ...json({ serials: [serial] }), headers: { authorization: `Bearer ${secret}` } },
      ],
      // Last: they take the processors from whatever comes after them.
      [`${verify}/${serial}/receipt?format=pdf`, 200],
      [`/api/public/credentials/${serial}/pdf`, 200],
      [`/api/public/credentials/${serial}/jpeg`, 200],
    ]
    const answered: [string, number][] = []
    for (const [path, , init] of expected) answered.push([path, (await ask(path, init)).status])
    expect(answered).toEqual(expected.map(([path, status]) => [path, status]))
  })

  it('judges badges of its own issuers, whose lists it reads and does not sign', async () => {
    const body = await (await ask(`/api/public/credentials/${serial}/openbadge`)).json()
    const judged = await ask('/api/public/openbadges/validate', json(body))
    expect([judged.status, await judged.json()]).toMatchObject([200, { validation: { valid: true } }])
  })

  it('loads no module of the desk, of sign-in, or that sends mail', async () => {
    await ask('/report', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'kind=forgery',
    })
    const loaded = [...server.loaded()]
    expect(loaded.length).toBeGreaterThan(500)
    expect(loaded.filter((source) => OF_THE_DESK.some((pattern) => pattern.test(source)))).toEqual([])
    expect(loaded).toContain('lib/service/check/check-certificate.ts')
  })

  it('lets a holder change a passport, and delete it', async () => {
    const before = env()
    await closeDatabase()
    setEnv({ ...before, DATABASE_URL: publicUrl(), ROLES: ['public'] })
    const link = passport.manageUrl
    const held = await openPassport(link)
    const lineageIds = held?.certificates.map(({ lineageId }) => lineageId) ?? []
    expect(lineageIds).toHaveLength(1)
    expect(await chooseCertificates(link, { lineageIds: [], showName: false, published: true })).toBe('saved')
    expect(await chooseCertificates(link, { lineageIds, showName: true, published: true })).toBe('saved')
    expect(await deletePassport(link, confirmationWord(passport.handle))).toBe('deleted')
    await closeDatabase()
    setEnv(before)
  })
})

/** What visitors who want to be told make and end. */
const WATCHING = ['watch_refusals', 'watch_requests', 'watchers', 'watches']

describe('the role of the public side', () => {
  let db: pg.Client
  beforeAll(async () => {
    db = new pg.Client(publicUrl())
    await db.connect()
  })
  afterAll(() => db.end())

  /** The columns that a right covers, as `table.column`; whole tables by their name. */
  async function covered(right: string): Promise<string[]> {
    const { rows } = await db.query<{ name: string; some: boolean; all: boolean }>(
      `SELECT c.relname AS name, bool_or(has_column_privilege(c.oid, a.attnum, $1)) AS some,
         bool_and(has_column_privilege(c.oid, a.attnum, $1)) AS all
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY 1 ORDER BY 1`,
      [right],
    )
    return rows.flatMap(({ name, some, all }) => (all ? [name] : some ? [`${name} (some)`] : []))
  }

  it('adds and changes what its table says, and nothing else', async () => {
    expect({
      insert: await covered('INSERT'),
      update: await covered('UPDATE'),
      references: await covered('REFERENCES'),
    }).toEqual({
      insert: [
        ...['artifacts', 'certificate_checks', 'mail_messages', 'passport_certificates', 'receipts', 'reports'],
        ...WATCHING,
      ],
      update: ['certificate_checks', 'mail_messages (some)', 'passport_certificates', 'passports', ...WATCHING],
      references: [],
    })
  })

  it('reads nothing of the desk, and no private key of an issuer', async () => {
    const read = await covered('SELECT')
    expect(
      read.filter((name) => /^(desk_|issue_runs|import_|mail_|issuer_api_keys|withdrawal_|reports)/.test(name)),
      // To queue a message once, to drop one that waits, and to count reports: neither addresses nor words.
    ).toEqual(['mail_messages (some)', 'reports (some)'])
    expect(read.filter((name) => name.endsWith('(some)'))).toEqual([
      'certificates (some)',
      'erasures (some)',
      'issuer_signing_keys (some)',
      'mail_messages (some)',
      'reports (some)',
    ])
    for (const query of [
      'SELECT private_sealed FROM issuer_signing_keys',
      'SELECT email FROM certificates',
      'SELECT sealed FROM mail_messages',
      'SELECT message FROM reports',
      'DELETE FROM events',
    ])
      await expect(db.query(query), query).rejects.toMatchObject({ code: '42501' })
  })
})
