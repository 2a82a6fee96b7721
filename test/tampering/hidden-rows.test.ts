/** Whoever administers the database has it hide rows from the service, or pass over what the service writes. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { findByFingerprints } from '@/lib/service/check/find-by-fingerprint'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { databaseReady } from '@/lib/service/operation/check-readiness'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { fetchPublished } from '@/test/published-documents'
import { askApi } from '@/test/verify-requests'

const service = useServiceDatabase()
let admin: pg.Client
let issuer: Awaited<ReturnType<typeof mintIssuer>>
let [verified, withdrawn, list, pdf] = ['', '', '', '']

beforeAll(async () => {
  issuer = await mintIssuer()
  verified = await issueOne(issuer)
  withdrawn = await issueOne(issuer)
  await withdrawCertificate(withdrawn, { reason: 'r', publicReason: null, actor: 'test' })
  const { rows } = await workingPool().query<{ list: string; sha256: string }>(
    `SELECT c.status_list_id AS list, a.sha256 FROM certificates c JOIN artifacts a ON a.certificate_id = c.id
     WHERE c.serial = $1`,
    [verified],
  )
  ;[list, pdf] = [rows[0]?.list ?? '', rows[0]?.sha256 ?? '']
  admin = new pg.Client(service.adminUrl)
  await admin.connect()
})

afterAll(() => admin.end())

/** Works while the database is so; our connections are new before and after. */
async function whileSo(sql: string, undo: string, work: () => Promise<void>): Promise<void> {
  await admin.query(sql)
  await closeDatabase()
  await work().finally(async () => {
    await admin.query(undo)
    await closeDatabase()
  })
}

async function outcome(serial: string): Promise<string> {
  const answer = await askApi(serial)
  return /"overall_status":"(\w+)"/.exec(await answer.text())?.[1] ?? `${answer.status}`
}

describe('rows that the security of rows hides', () => {
  it.each(['certificates', 'events', 'signed_forms', 'issuers', 'artifacts', 'log_leaves', 'log_state'])(
    'of %s are no verdict',
    async (table) => {
      await whileSo(
        `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
        `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
        async () => {
          expect([await outcome(verified), await outcome(withdrawn)]).toEqual(['503', '503'])
        },
      )
    },
  )

  it('leave neither a file unknown nor a bit unset', async () => {
    for (const table of ['artifacts', 'status_changes'])
      await whileSo(
        `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
        `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
        async () => {
          if (table === 'artifacts')
            await expect(findByFingerprints([pdf])).rejects.toMatchObject({ code: 'unavailable' })
          else expect((await fetchPublished(`https://verify.test/api/public/status/${list}`)).status).toBe(503)
        },
      )
  })
})

describe('a view in the place of a table', () => {
  it('leaves nobody unknown, and is no reason to serve', async () => {
    const hide = `ALTER TABLE certificates RENAME TO all_certificates;
      CREATE VIEW certificates AS SELECT * FROM all_certificates WHERE status <> 'issued';
      GRANT ALL ON certificates TO certs_service`
    const undo = 'DROP VIEW certificates; ALTER TABLE all_certificates RENAME TO certificates'
    await whileSo(hide, undo, async () => {
      expect([await outcome(verified), await outcome(withdrawn), await outcome('7K3M-9QXT-2VBD-8RWN')]).toEqual([
        '503',
        '503',
        '503',
      ])
      await expect(findByFingerprints([pdf])).rejects.toMatchObject({ code: 'unavailable' })
      await expect(databaseReady()).rejects.toThrow('The database may hide rows of the service')
    })
    expect([await outcome(verified), await outcome(withdrawn)]).toEqual(['verified', 'withdrawn'])
  })

  it.each(['passports', 'receipts', 'restores'])('of %s neither', async (table) => {
    const hide = `ALTER TABLE ${table} RENAME TO kept_rows; CREATE VIEW ${table} AS SELECT * FROM kept_rows WHERE false;
      GRANT ALL ON ${table} TO certs_service`
    await whileSo(hide, `DROP VIEW ${table}; ALTER TABLE kept_rows RENAME TO ${table}`, async () => {
      expect(await outcome(verified)).toBe('503')
    })
  })

  it.each(['certificates', 'events', 'passports'])('or an empty %s neither', async (table) => {
    const replace = `ALTER TABLE ${table} RENAME TO kept_rows; CREATE TABLE ${table} (LIKE kept_rows INCLUDING ALL);
      GRANT ALL ON ${table} TO certs_service`
    await whileSo(replace, `DROP TABLE ${table}; ALTER TABLE kept_rows RENAME TO ${table}`, async () => {
      expect(await outcome(verified)).toBe('503')
    })
  })

  it('or a table elsewhere, or a column that may not be read, neither', async () => {
    const away = 'CREATE SCHEMA away; ALTER TABLE certificates SET SCHEMA away'
    await whileSo(away, 'ALTER TABLE away.certificates SET SCHEMA public; DROP SCHEMA away', async () => {
      expect(await outcome(verified)).toBe('503')
    })
    const narrow = `REVOKE SELECT ON certificates FROM certs_service; GRANT SELECT (id, serial, serial_key) ON certificates TO certs_service`
    await whileSo(narrow, 'GRANT SELECT ON certificates TO certs_service', async () => {
      expect(await outcome(verified)).toBe('503')
    })
  })

  it('is found while a process runs', async () => {
    expect(await outcome(verified)).toBe('verified')
    await admin.query(
      'ALTER TABLE certificates RENAME TO all_certificates; CREATE VIEW certificates AS SELECT * FROM all_certificates WHERE false; GRANT ALL ON certificates TO certs_service',
    )
    await compareAgain()
    expect(await outcome(verified)).toBe('503')
    await admin.query('DROP VIEW certificates; ALTER TABLE all_certificates RENAME TO certificates')
    await compareAgain()
    expect(await outcome(verified)).toBe('verified')
  })
})

describe('what a trigger changes', () => {
  const change = (
    event: string,
    table: string,
    assignment: string,
  ) => `CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN ${assignment}; RETURN NEW; END $$;
    CREATE TRIGGER change BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION change()`

  it.each([
    ['certificates', 'NEW.full_name := upper(NEW.full_name)'],
    ['signed_forms', "NEW.vc_jwt := NEW.vc_jwt || ' '"],
    ['events', "NEW.actor := 'audited'"],
  ])('is not issued: %s', async (table, assignment) => {
    await whileSo(change('INSERT', table, assignment), 'DROP FUNCTION change() CASCADE', async () => {
      await expect(issueOne(issuer)).rejects.toThrow(`0 rows of 1 were written to ${table}`)
    })
  })

  it('is not withdrawn', async () => {
    const serial = await issueOne(issuer)
    for (const assignment of ['NEW.status := OLD.status', "NEW.withdrawn_at := NEW.withdrawn_at - interval '1 day'"])
      await whileSo(change('UPDATE', 'certificates', assignment), 'DROP FUNCTION change() CASCADE', async () => {
        const withdrawing = withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
        await expect(withdrawing).rejects.toThrow('0 rows of 1 were written to certificates')
      })
    expect(await outcome(serial)).toBe('verified')
  })
})

describe('what a trigger passes over', () => {
  const swallow = (event: string, table: string) => `CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER swallow BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION swallow()`

  it.each(['certificates', 'events', 'signed_forms'])('is not issued: %s', async (table) => {
    await whileSo(swallow('INSERT', table), 'DROP FUNCTION swallow() CASCADE', async () => {
      await expect(issueOne(issuer)).rejects.toThrow(`0 rows of 1 were written to ${table}`)
    })
  })

  it.each(['events', 'status_changes'])('is not withdrawn: %s', async (table) => {
    const serial = await issueOne(issuer)
    await whileSo(swallow('INSERT', table), 'DROP FUNCTION swallow() CASCADE', async () => {
      const withdrawing = withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
      await expect(withdrawing).rejects.toThrow(`0 rows of 1 were written to ${table}`)
    })
    expect(await outcome(serial)).toBe('verified')
  })

  it('is not withdrawn where the row of the certificate stays as it was', async () => {
    const serial = await issueOne(issuer)
    await whileSo(swallow('UPDATE', 'certificates'), 'DROP FUNCTION swallow() CASCADE', async () => {
      const withdrawing = withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
      await expect(withdrawing).rejects.toThrow('0 rows of 1 were written to certificates')
    })
    expect(await outcome(serial)).toBe('verified')
  })

  it('suspends no issuer, ends no key, and gives no receipt and no passport', async () => {
    const serial = await issueOne(issuer)
    for (const [event, table, work] of [
      ['UPDATE', 'issuers', () => setIssuerStanding(issuer.slug, 'suspended', 'test')],
      ['UPDATE', 'issuer_signing_keys', () => rotateIssuerKeys(issuer.slug, 'test')],
      ['INSERT', 'receipts', () => giveReceipt(serial, null)],
      ['INSERT', 'passports', () => createPassportByOperator([serial])],
    ] as const)
      await whileSo(swallow(event, table), 'DROP FUNCTION swallow() CASCADE', async () => {
        await expect(work()).rejects.toThrow(
          table === 'receipts' ? 'could not be completed' : `were written to ${table}`,
        )
      })
  })

  it('takes no entry of a status list, and nobody waits for it without end', async () => {
    await whileSo(swallow('UPDATE', 'status_lists'), 'DROP FUNCTION swallow() CASCADE', async () => {
      await expect(issueOne(issuer)).rejects.toThrow('no entry can be taken of a status list')
    })
  })
})
