import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { parseEnv, setEnv } from '@/lib/env'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { closeDatabase } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { patience } from '@/lib/store/log/sequence/await-publication'
import { createTestDatabase, type TestDatabase } from './database'

/** The database of the suite, once `beforeAll` ran. */
export interface ServiceDatabase {
  /** Connects as the owner of the tables. */
  readonly url: string
  readonly adminUrl: string
  /** Runs statements as the owner of the tables: what a test needs and the service has no right to. */
  asOwner(sql: string): Promise<void>
}

// A machine may be so busy that a log which is published is not there within ten seconds; one that is away has its own.
patience.milliseconds = 60_000

/**
 * Gives the suite a database of its own and points the services at it.
 * @param variables further configuration, as environment variables
 * @param as the role of the database: `owner` for what the operator does as the owner of the tables
 */
export function useServiceDatabase(
  variables: Record<string, string> = {},
  as: 'service' | 'owner' = 'service',
): ServiceDatabase {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
    setEnv(
      parseEnv({
        ...process.env,
        BASE_URL: 'https://verify.test',
        ...variables,
        DATABASE_URL: as === 'owner' ? database.url : database.serviceUrl,
      }),
    )
  })
  afterAll(async () => {
    await closeDatabase()
    await database?.drop()
  })
  return {
    get url() {
      return database?.url ?? ''
    },
    get adminUrl() {
      return database?.adminUrl ?? ''
    },
    async asOwner(sql) {
      const owner = new pg.Client(database?.url)
      await owner.connect()
      await owner.query(sql).finally(() => owner.end())
    },
  }
}

/** An issuer of the suite's own, with an attested domain unless told otherwise. */
export async function mintIssuer(options: { attested?: boolean; name?: string } = {}): Promise<StoredIssuer> {
  const word = `issuer-${randomUUID().slice(0, 8)}`
  const added = await addIssuer({ name: options.name ?? `Institute ${word}`, slug: word, domain: `${word}.example` })
  const issuer: StoredIssuer = { ...added, assurance: 'none', suspended: false }
  return options.attested === false ? issuer : verifyIssuerDomain(word, 'Seen by the tests.')
}

/** A row to issue, with whatever matters to the test. */
export function exampleRow(changes: Partial<IssueRow> = {}): IssueRow {
  return {
    fullName: 'Ana-Lucía Müller Nguyễn',
    registrationNumber: 'REG-0418',
    eventTitle: 'Basic Safety Training',
    achievement: 'Passed with distinction',
    eventDate: '2026-11-03',
    issuedAt: null,
    issuedAtWritten: null,
    expiresAt: null,
    serial: null,
    email: null,
    language: null,
    ...changes,
  }
}

/** Issues one certificate and returns its serial. */
export async function issueOne(issuer: Pick<StoredIssuer, 'id'>, changes: Partial<IssueRow> = {}): Promise<string> {
  const [issued] = await issueCertificates(issuer.id, [exampleRow(changes)], 'test')
  return issued?.serial ?? ''
}
