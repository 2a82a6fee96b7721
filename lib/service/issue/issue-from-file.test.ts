import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { presentVerification } from '@/lib/service/check/present-verification'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { transaction } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { withImportSession } from '@/lib/store/records/import-session'
import { setSetting } from '@/lib/store/records/service-settings'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issueFromFile, type IssueFileOptions } from './issue-from-file'

const HEADER = 'full_name,event_title,achievement'

let folder = ''
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-from-file-'))
})
afterEach(() => void vi.useRealTimers())
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(...lines: string[]): Promise<string> {
  const path = join(folder, `rows-${files++}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/**
 * The dates of rows are judged by this process's clock, which is moved once the issuer was looked at: with a clock that
 * disagrees with the database's nothing is said of it.
 */
const judgedAfter = (hours: number): Partial<IssueFileOptions> => ({
  get guessableSerials() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    return false
  },
})

function issue(issuer: StoredIssuer, path: string, options: Partial<IssueFileOptions> = {}) {
  const choices: IssueFileOptions = {
    dryRun: false,
    skipBad: false,
    allowRepeats: false,
    guessableSerials: false,
    actor: 'test',
  }
  Object.defineProperties(choices, Object.getOwnPropertyDescriptors(options))
  return issueFromFile(issuer.id, path, choices, async ({ issued, already, refused, held, certificates, errors }) => ({
    issued,
    already,
    refused,
    held,
    certificates: await collect(certificates()),
    errors: await collect(errors()),
  }))
}

async function count(table: string): Promise<number> {
  return transaction(async (tx) => Number((await tx.query(`SELECT count(*) FROM ${table}`)).rows[0].count))
}

const rows = (count: number, name = 'Name') => Array.from({ length: count }, (_, index) => `${name} ${index},T,A`)

describe('issueFromFile', () => {
  const database = useServiceDatabase()

  describe('answers', () => {
    it('issues one certificate a row, which verifies with its name in NFC', async () => {
      const issuer = await mintIssuer()
      const names = [
        'Zoe\u0308 O\u2019Brien',
        'محمد بن عبد الله',
        'नेहा शर्मा',
        '王小明',
        'Nguyễn Thị Hồng',
        'ประยุทธ์',
        'דוד',
        '김민수',
      ]
      const path = await file(
        `${HEADER},registration_number,event_date,issued_at,expires_at,email`,
        ...names.map((name) => `${name},T,A,R-1,2026-03-01,2026-03-02,2036-03-02,a@B.Example`),
      )
      const result = await issue(issuer, path)
      expect(result).toMatchObject({ issued: 8, already: 0, refused: 0, held: 0, errors: [] })
      expect(result.certificates.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
      for (const [index, { serial, fullName, email }] of result.certificates.entries()) {
        const checked = await checkCertificate(serial)
        const answer = checked && presentVerification(checked)
        expect(answer?.verification.overall_status).toBe('verified')
        expect(answer?.certificate.recipient.full_name).toBe(names[index]?.normalize('NFC'))
        expect(answer?.certificate).toMatchObject({
          issued_at: '2026-03-02T00:00:00.000Z',
          event: { date: '2026-03-01' },
        })
        expect({ fullName, email }).toEqual({ fullName: names[index]?.normalize('NFC'), email: 'a@B.Example' })
      }
    })

    it('goes on where it stopped with the same bytes, and lists every row again', async () => {
      const issuer = await mintIssuer()
      const path = await file(HEADER, ...rows(45), '')
      const stop = new AbortController()
      const onProgress: IssueFileOptions['onProgress'] = (phase, done) => {
        if (phase === 'issuing' && done > 0) stop.abort()
      }
      const stopped = issue(issuer, path, { signal: stop.signal, onProgress, atOnce: 10 })
      await expect(stopped).rejects.toThrow(
        /^Stopped\. [12]0 certificates were issued in this run; the same file again goes on from there\.$/,
      )
      const before = await count('certificates')
      const result = await issue(issuer, path)
      expect(result).toMatchObject({ refused: 0, held: 0 })
      expect(result.issued + result.already).toBe(45)
      expect(result.already).toBeGreaterThanOrEqual(10)
      expect(await count('certificates')).toBe(before + result.issued)
      const again = await issue(issuer, path)
      expect(again).toMatchObject({ issued: 0, already: 45, refused: 0, certificates: result.certificates })
    })

    it('counts the n-th occurrence of a row', async () => {
      const issuer = await mintIssuer()
      const first = await issue(issuer, await file(HEADER, 'A,T,P', 'A,T,P', 'B,T,P'))
      expect(first.issued).toBe(3)
      const next = await issue(issuer, await file(HEADER, 'A,T,P', 'A,T,P', ' A ,T,P'), { skipBad: true })
      expect(next).toMatchObject({ issued: 1, refused: 2 })
      expect(next.certificates.map(({ line }) => line)).toEqual([4])
    })

    it('lists rows that have expired since they were issued', async () => {
      const [issuer, other] = [await mintIssuer(), await mintIssuer()]
      const path = await file(`${HEADER},expires_at`, `A,T,P,${new Date(Date.now() + 3_600_000).toISOString()}`)
      const { certificates } = await issue(issuer, path)
      expect(await issue(issuer, path, judgedAfter(2))).toMatchObject({
        issued: 0,
        already: 1,
        refused: 0,
        certificates,
      })
      vi.useRealTimers()
      expect((await issue(other, path, judgedAfter(2))).errors).toEqual([
        { line: 2, error: 'expires_at is not after issued_at' },
      ])
    })

    it('issues none whose validity ended between the look at its row and its turn', async () => {
      const issuer = await mintIssuer()
      const path = await file(`${HEADER},expires_at`, `A,T,P,${new Date(Date.now() - 3_600_000).toISOString()}`)
      const options = Object.defineProperties(judgedAfter(-2), {
        onProgress: { value: (phase: string) => phase === 'issuing' && vi.useRealTimers(), enumerable: true },
      })
      await expect(issue(issuer, path, options)).rejects.toThrow(
        /^The validity of a certificate ended before it could be issued\. No certificates were issued in this run;/,
      )
    })
  })

  describe('refuses', () => {
    it('names every bad row by its line and issues nothing until they are mended', async () => {
      const issuer = await mintIssuer()
      const path = await file(
        `${HEADER},event_date`,
        'A,T,P,2026-02-30',
        'Good,T,P,',
        '"Line',
        'break",T,P,',
        'N\u0000l,T,P,',
        'Bi\u202Edi,T,P,',
        `${'x'.repeat(1024 * 1024)},T,P,`,
        ',T,P,',
        'short,T',
      )
      const before = await count('certificates')
      const result = await issue(issuer, path)
      expect(result).toMatchObject({ issued: 0, refused: 7, held: 1, certificates: [] })
      expect(result.errors).toEqual([
        {
          line: 2,
          error:
            'event_date must be a real date such as 2026-03-14, in the years 1900 to 9999 (in a spreadsheet, format the column as text first)',
        },
        { line: 4, error: 'full_name holds a control character (U+000A) at position 5' },
        { line: 6, error: 'full_name holds a control character (U+0000) at position 2' },
        { line: 7, error: 'full_name holds a character that changes the direction of writing (U+202E) at position 3' },
        { line: 8, error: 'full_name has 1048576 characters; at most 200 are allowed' },
        { line: 9, error: 'full_name is missing' },
        { line: 10, error: 'the row has 2 cells where the header has 4' },
      ])
      const refused: string[][] = []
      const skipping = await issue(issuer, path, {
        skipBad: true,
        onRefused: async (records) => {
          expect(await count('certificates')).toBe(before)
          refused.push(...(await collect(records)))
        },
      })
      expect(skipping).toMatchObject({ issued: 1, refused: 7, errors: result.errors })
      expect(refused.map(([name]) => name?.slice(0, 10))).toEqual([
        'full_name',
        'A',
        'Line\nbreak',
        'N\u0000l',
        'Bi\u202Edi',
        'xxxxxxxxxx',
        '',
        'short',
      ])
      expect(refused.at(-1)).toEqual(['short', 'T'])
    })

    it('refuses rows that were issued from another file, unless repeats are allowed', async () => {
      const issuer = await mintIssuer()
      const first = await issue(issuer, await file(HEADER, 'A,T,P'))
      const other = await file(`achievement,event_title,full_name`, 'P,T,A', 'P,T,B')
      const serial = first.certificates[0]?.serial ?? ''
      const issued = (await checkCertificate(serial))?.judgement.certificate
      const day = issued?.kind === 'genuine' ? new Date(issued.content.issuedAt).toISOString().slice(0, 10) : ''
      const refusal = { line: 2, error: `already issued as ${serial} on ${day}` }
      expect(await issue(issuer, other)).toMatchObject({ issued: 0, refused: 1, held: 1, errors: [refusal] })
      expect(await issue(await mintIssuer(), other)).toMatchObject({ issued: 2, refused: 0 })
      expect(await issue(issuer, other, { allowRepeats: true })).toMatchObject({ issued: 2, refused: 0 })
      expect(await issue(issuer, other)).toMatchObject({ issued: 0, already: 2, refused: 0 })
    })

    it('refuses serials that are taken or stand in the file twice, and names only the issuer’s own', async () => {
      const [issuer, other] = [await mintIssuer(), await mintIssuer()]
      const mine = `OWN-${issuer.slug.slice(-4)}-X7Q`
      const theirs = `THEIRS-${issuer.slug.slice(-4)}-K2`
      await issueOne(issuer, { serial: mine })
      await issueOne(other, { serial: theirs })
      const path = await file(
        `${HEADER},serial`,
        `A,T,P,${mine.toLowerCase()}`,
        `B,T,P,${theirs}`,
        'C,T,P,zq-TWICE-9',
        'D,T,P,ZQTWICE9',
      )
      expect((await issue(issuer, path)).errors).toEqual([
        { line: 2, error: `serial is already that of ${mine}` },
        { line: 3, error: 'serial is not available' },
        { line: 5, error: 'serial stands in the file more than once (first on line 4)' },
      ])
    })

    it('refuses serials that a serial of ours, or a link of ours, would lead to where it is mistyped or stands among words', async () => {
      const theirs = await issueOne(await mintIssuer())
      const plain = theirs.replaceAll('-', '')
      const lost = plain.slice(0, 6) + plain.slice(7)
      const serials = [
        theirs.replaceAll('-', '.'),
        `${plain.slice(0, 8)}_${plain.slice(8)}`,
        `No.${theirs}`,
        lost.toLowerCase(),
        `${plain.slice(0, 3)}X-${plain.slice(3)}`,
        `${plain.slice(0, 9)}U${plain.slice(10)}`,
        `verify.test/api/public/credentials/${theirs}/jpeg`,
        'www.verify.test/1/ACME-2026-17',
        'former.test/1/ACME-2026-17',
        `ACME.${lost}`,
      ]
      const path = await file(`${HEADER},serial`, ...serials.map((serial, index) => `Name ${index},T,P,${serial}`))
      // As another process wrote it: a command that issues learnt no addresses when it started.
      await setSetting('base_url_before', 'https://former.test')
      const { errors, held } = await issue(await mintIssuer(), path, { guessableSerials: true })
      const named = serials.slice(0, -1).map((_, index) => ({ line: index + 2, error: 'serial is not available' }))
      expect({ errors, held }).toEqual({ errors: named, held: 1 })
    })

    it('refuses serials that follow one another, unless that is meant', async () => {
      const issuer = await mintIssuer()
      const path = await file(`${HEADER},serial`, ...Array.from({ length: 5 }, (_, n) => `A,T,P,${issuer.slug}-00${n}`))
      await expect(issue(issuer, path)).rejects.toThrow(/are consecutive/)
      expect(await issue(issuer, path, { guessableSerials: true })).toMatchObject({ issued: 5 })
    })

    it('leaves nothing behind of a dry run, of refused files and of refused rows', async () => {
      const issuer = await mintIssuer()
      const before = [await count('import_batches'), await count('import_rows'), await count('certificates')]
      const now = async () => [await count('import_batches'), await count('import_rows'), await count('certificates')]
      expect(await issue(issuer, await file(HEADER, ...rows(3)), { dryRun: true })).toMatchObject({
        issued: 0,
        held: 3,
      })
      expect(await issue(issuer, await file(HEADER, 'A,T,P', ',T,P'))).toMatchObject({ issued: 0, refused: 1 })
      await expect(issue(issuer, await file('a,b', ...rows(3)))).rejects.toThrow(/^Line 1: /)
      expect(await now()).toEqual(before)
      await issue(issuer, await file(HEADER, 'A,T,P', ',T,P'), { skipBad: true })
      expect(await now()).toEqual(before.map((number) => number + 1))
    })

    it('refuses a suspended issuer before it reads the file, and says what was issued when it happens in between', async () => {
      const issuer = await mintIssuer()
      const path = await file(HEADER, ...rows(100))
      let suspending: Promise<unknown> | undefined
      const onProgress: IssueFileOptions['onProgress'] = (phase, done) => {
        if (phase === 'issuing' && done > 0) suspending ??= setIssuerStanding(issuer.slug, 'suspended', 'test')
      }
      await expect(issue(issuer, path, { onProgress, atOnce: 10 })).rejects.toThrow(
        /is suspended: .* [1-9]0 certificates were issued in this run; the same file again goes on from there\.$/,
      )
      await suspending
      await expect(issue(issuer, join(folder, 'none.csv'), { dryRun: true })).rejects.toThrow(/is suspended/)
      await setIssuerStanding(issuer.slug, 'good', 'test')
      const { issued, already } = await issue(issuer, path)
      expect(issued + already).toBe(100)
    })

    it('refuses a second run for the same issuer while one is at work', async () => {
      const issuer = await mintIssuer()
      const path = await file(HEADER, 'A,T,P')
      await withImportSession(issuer.id, () => expect(issue(issuer, path)).rejects.toThrow(/^Another run /))
      expect(await issue(issuer, path)).toMatchObject({ issued: 1 })
    })

    it('says when a serial was taken while the rows were checked', async () => {
      const issuer = await mintIssuer()
      const serial = `RACE-${issuer.slug.slice(-6)}`
      const path = await file(`${HEADER},serial`, `A,T,P,${serial}`, ',T,P,')
      const onRefused = async () => void (await issueOne(await mintIssuer(), { serial }))
      await expect(issue(issuer, path, { skipBad: true, onRefused })).rejects.toThrow(
        'A serial of this file was taken meanwhile. No certificates were issued in this run; the same file again goes on from there.',
      )
    })

    it('counts nothing where the database did not say whether rows were issued', async () => {
      const issuer = await mintIssuer()
      const path = await file(HEADER, 'A,T,P')
      await database.asOwner(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER lose AFTER INSERT ON certificates DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION lose()`)
      try {
        await expect(issue(issuer, path)).rejects.toThrow(
          /^The database did not say whether this was done\. Look, and try again if it was not\.$/,
        )
      } finally {
        await database.asOwner('DROP TRIGGER lose ON certificates; DROP FUNCTION lose()')
      }
      expect(await issue(issuer, path)).toMatchObject({ issued: 1 })
    })

    it('counts nothing either where another chunk of the run was stopped before', async () => {
      const issuer = await mintIssuer()
      const path = await file(HEADER, 'A,T,P', 'Lost,T,P', 'B,T,P')
      await database.asOwner(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
          IF TG_WHEN = 'BEFORE' THEN PERFORM pg_advisory_xact_lock(42); RETURN NEW; END IF;
          PERFORM pg_terminate_backend(pg_backend_pid());
          RETURN NULL;
        END $$;
        CREATE TRIGGER lose_late BEFORE INSERT ON certificates
          FOR EACH ROW WHEN (NEW.full_name = 'Lost') EXECUTE FUNCTION lose();
        CREATE CONSTRAINT TRIGGER lose AFTER INSERT ON certificates DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW WHEN (NEW.full_name = 'Lost') EXECUTE FUNCTION lose()`)
      const holder = new pg.Client(database.url)
      await holder.connect()
      await holder.query('SELECT pg_advisory_lock(42)')
      let looks = 0
      // The second chunk is stored once the third has found the run stopped; before, it holds nothing that the first waits for.
      const signal = {
        get aborted() {
          looks += 1
          if (looks === 3) void holder.query('SELECT pg_advisory_unlock(42)')
          return looks > 2
        },
      } as AbortSignal
      try {
        await expect(issue(issuer, path, { signal, atOnce: 1 })).rejects.toThrow(/^The database did not say/)
      } finally {
        await holder.end()
        await database.asOwner('DROP FUNCTION lose() CASCADE')
      }
      expect(await issue(issuer, path)).toMatchObject({ issued: 2, already: 1 })
    })

    it('still knows a row after its certificate was corrected', async () => {
      const issuer = await mintIssuer()
      const { certificates } = await issue(issuer, await file(HEADER, 'A,T,P'))
      const serial = certificates[0]?.serial ?? ''
      await correctCertificate(serial, { fullName: 'B' }, { reason: 'test', actor: 'test' })
      const { errors } = await issue(issuer, await file(HEADER, 'A,T,P', ''))
      expect(errors[0]?.error).toContain(`already issued as ${serial}`)
    })
  })
})
