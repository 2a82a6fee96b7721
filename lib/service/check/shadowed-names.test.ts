/** Whoever may create things in the database puts names of their own before PostgreSQL's, and before ours. */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { GET as ready } from '@/app/api/health/ready/route'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { closeDatabase, servingPool, workingPool } from '@/lib/store/database/database'
import { clocksAgree } from '@/lib/store/database/database-clock'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { prisma } from '@/lib/store/database/prisma'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { askApi } from '@/test/verify-requests'
import { lookUpCertificates } from './look-up-certificates'

const service = useServiceDatabase()
let admin: pg.Client
let issuerId: string
const serials = { expired: '', withdrawn: '', verified: '' }

beforeAll(async () => {
  const issuer = await mintIssuer()
  issuerId = issuer.id
  const past = { issuedAt: new Date('2020-01-01T00:00:00Z'), expiresAt: new Date('2021-01-01T23:59:59Z') }
  serials.expired = await issueOne(issuer, past)
  serials.verified = await issueOne(issuer)
  serials.withdrawn = await issueOne(issuer)
  await withdrawCertificate(serials.withdrawn, { reason: 'r', publicReason: null, actor: 'test' })
  admin = new pg.Client(service.adminUrl)
  await admin.connect()
})

afterEach(() => vi.useRealTimers())
afterAll(() => admin.end())

const PAST = "'2020-06-01T00:00:00Z'::timestamptz"
const EVIL_CLOCK = `CREATE SCHEMA evil; GRANT USAGE ON SCHEMA evil TO PUBLIC;
  CREATE FUNCTION evil.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT ${PAST} $$;
  CREATE FUNCTION evil.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT ${PAST} $$;
  CREATE FUNCTION evil.floor(numeric) RETURNS numeric LANGUAGE sql AS $$ SELECT 1590969600000 $$;
  CREATE FUNCTION evil.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS $$ SELECT false $$`
const NO_EVIL = 'DROP SCHEMA evil CASCADE'

/** Runs in our own session, whenever a check is counted. */
const inOurSession = (what: string) => `CREATE FUNCTION public.slip_in() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${what}; RETURN NEW; END $$;
  GRANT TEMPORARY ON DATABASE ${databaseName()} TO PUBLIC;
  CREATE TRIGGER slip_in BEFORE INSERT OR UPDATE ON certificate_checks FOR EACH ROW EXECUTE FUNCTION public.slip_in()`
const NO_SLIP = 'DROP TRIGGER slip_in ON certificate_checks; DROP FUNCTION public.slip_in()'

function databaseName(): string {
  return new URL(service.adminUrl).pathname.slice(1)
}

/** What is put into the database, and what takes it out again. */
const SHADOWS: [what: string, sql: () => string, undo: () => string][] = [
  [
    'a clock of the past, before PostgreSQL’s by the database’s search path',
    () => `${EVIL_CLOCK}; ALTER DATABASE ${databaseName()} SET search_path = evil, pg_catalog, public`,
    () => `ALTER DATABASE ${databaseName()} RESET search_path; ${NO_EVIL}`,
  ],
  [
    'the same by the role’s',
    () => `${EVIL_CLOCK};
      ALTER ROLE certs_service IN DATABASE ${databaseName()} SET search_path = evil, public, pg_catalog`,
    () => `ALTER ROLE certs_service IN DATABASE ${databaseName()} RESET search_path; ${NO_EVIL}`,
  ],
  [
    'an array of JSON that fits better than PostgreSQL’s',
    () =>
      ['bigint, boolean', 'bigint, boolean, bigint']
        .map(
          (types) => `CREATE FUNCTION public.json_build_array(${types}) RETURNS json LANGUAGE sql AS
            $$ SELECT '[1590969600000, false, 0]'::json $$`,
        )
        .join(';'),
    () => `DROP FUNCTION public.json_build_array(bigint, boolean);
      DROP FUNCTION public.json_build_array(bigint, boolean, bigint)`,
  ],
  [
    'a multiplication that fits better',
    () => `CREATE FUNCTION public.slow(numeric, integer) RETURNS numeric LANGUAGE sql AS $$ SELECT 1590969600000 $$;
      CREATE OPERATOR public.* (LEFTARG = numeric, RIGHTARG = integer, FUNCTION = public.slow)`,
    () => 'DROP OPERATOR public.* (numeric, integer); DROP FUNCTION public.slow(numeric, integer)',
  ],
  [
    'a comparison of our own type that fits better',
    () => `CREATE FUNCTION public.never(public.certificate_status, public.certificate_status) RETURNS boolean
        LANGUAGE sql AS $$ SELECT false $$;
      CREATE OPERATOR public.<> (LEFTARG = public.certificate_status, RIGHTARG = public.certificate_status,
        FUNCTION = public.never)`,
    () => `DROP OPERATOR public.<> (public.certificate_status, public.certificate_status);
      DROP FUNCTION public.never(public.certificate_status, public.certificate_status)`,
  ],
  [
    'a search path that a trigger sets in our session',
    () => `${EVIL_CLOCK}; ${inOurSession("PERFORM set_config('search_path', 'evil, pg_catalog, public', false)")}`,
    () => `${NO_SLIP}; ${NO_EVIL}`,
  ],
  [
    'temporary tables that a trigger makes in our session',
    () =>
      inOurSession(`CREATE TEMPORARY TABLE IF NOT EXISTS events (LIKE public.events);
        CREATE TEMPORARY TABLE IF NOT EXISTS status_changes (LIKE public.status_changes);
        CREATE TEMPORARY TABLE IF NOT EXISTS service_keys (LIKE public.service_keys)`),
    () => NO_SLIP,
  ],
]

async function outcomes(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, serial] of Object.entries(serials)) {
    const body = await (await askApi(serial)).text()
    found[name] = /"overall_status":"(\w+)"/.exec(body)?.[1] ?? body
  }
  return found
}

describe('a name put before', () => {
  it.each(SHADOWS)('%s changes no verdict', async (_what, sql, undo) => {
    await admin.query(sql())
    await closeDatabase()
    try {
      // Twice: what the first check lets in is there at the second.
      for (const time of ['first', 'second'])
        expect(await outcomes(), time).toEqual({ expired: 'expired', withdrawn: 'withdrawn', verified: 'verified' })
      const [{ found } = { found: null }] = await lookUpCertificates(issuerId, [serials.expired])
      expect(found).toMatchObject({ overallStatus: 'expired' })
    } finally {
      await closeDatabase()
      await admin.query(undo())
    }
  })

  it('every connection that serves, works or is Prisma’s looks in PostgreSQL’s own schema first, and last among temporary tables', async () => {
    const asked = 'SHOW search_path'
    const path = [{ search_path: 'pg_catalog, public, pg_temp' }]
    for (const pool of [servingPool(), workingPool()]) expect((await pool.query(asked)).rows).toEqual(path)
    expect((await withOwnConnection((db) => db.query(asked))).rows).toEqual(path)
    expect(await prisma().$queryRawUnsafe(asked)).toEqual(path)
  })
})

describe('the clock', () => {
  /** Sets this process's clock by the true one; it stands still until it is set again. */
  function setClock(ahead: number): void {
    vi.useFakeTimers({ toFake: ['Date'], now: vi.getRealSystemTime() + ahead })
  }
  const undetermined = { code: 'unavailable' }
  const listId = async () =>
    (
      await admin.query<{ id: string }>('SELECT status_list_id AS id FROM certificates WHERE serial = $1', [
        serials.verified,
      ])
    ).rows[0]?.id ?? ''

  // Far enough from the thirty seconds for whatever a busy machine takes; what is exactly so much is told below.
  it.each([-3_600_000, -90_000, 90_000, 3_600_000])(
    'of the database, %i ms from this process’s: nothing is said, signed or called ready',
    async (ahead) => {
      const list = await listId()
      for (const say of [
        () => lookUpCertificates(issuerId, [serials.verified]),
        () => getStatusList(list),
        () => issueOne({ id: issuerId }),
      ]) {
        setClock(ahead)
        await expect(say()).rejects.toMatchObject(undetermined)
      }
      for (const serial of [serials.verified, serials.expired]) {
        setClock(ahead)
        expect((await askApi(serial)).status).toBe(503)
      }
      setClock(ahead)
      const answer = await ready(new Request('https://verify.test/api/health/ready'))
      expect([answer.status, await answer.json()]).toEqual([
        503,
        {
          success: false,
          error: 'The clocks of the database and of this process are more than 30 seconds apart.',
        },
      ])
    },
  )

  it.each([-5000, 0, 5000])('%i ms from it: all goes on', async (ahead) => {
    setClock(ahead)
    expect(await outcomes()).toEqual({ expired: 'expired', withdrawn: 'withdrawn', verified: 'verified' })
    setClock(ahead)
    expect((await ready(new Request('https://verify.test/api/health/ready'))).status).toBe(200)
  })

  it('is compared with the whole time from sending a statement to its answer', () => {
    setClock(0)
    const now = Date.now()
    expect(clocksAgree(now - 30_000, now)).toBe(true)
    expect(clocksAgree(now - 30_001, now)).toBe(false)
    expect(clocksAgree(now - 31_000, now - 1000)).toBe(true)
    expect(clocksAgree(now + 30_000, now - 1000)).toBe(true)
    expect(clocksAgree(now + 30_001, now - 1000)).toBe(false)
    expect(clocksAgree(Number.NaN, now)).toBe(false)
  })
})
