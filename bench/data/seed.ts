import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'

const KEYS = 100
const AT_ONCE = 100

/** What the load asks for. */
export interface Seeded {
  issuerId: string
  serials: string[]
  /** Bodies of lookups, 100 serials each. */
  lookups: string[]
  /** API keys, enough that no key meets its limit. */
  keys: string[]
}

/** Rows to issue, all different. */
export function exampleRows(count: number, from = 0): IssueRow[] {
  return Array.from({ length: count }, (_, index) => ({
    fullName: `Person ${from + index} Müller-Nguyễn`,
    registrationNumber: `R-${from + index}`,
    eventTitle: 'Basic Safety Training',
    achievement: 'Passed',
    eventDate: '2026-11-03',
    issuedAt: null,
    issuedAtWritten: null,
    expiresAt: null,
    serial: null,
    email: null,
    language: null,
  }))
}

/** Issues certificates of one issuer, and makes its keys. */
export async function seed(certificates: number): Promise<Seeded> {
  await addIssuer({ name: 'Bench Institute', slug: 'bench', domain: 'bench.example' })
  const issuer = await verifyIssuerDomain('bench', 'Seen by the benchmark.')
  const serials: string[] = []
  while (serials.length < certificates) {
    serials.push(
      ...(await issueCertificates(issuer.id, exampleRows(AT_ONCE, serials.length), 'bench')).map(
        ({ serial }) => serial,
      ),
    )
  }
  const lookups = Array.from({ length: 50 }, (_, body) =>
    JSON.stringify({
      serials: Array.from({ length: 100 }, (__, index) => serials[(body * 37 + index * 7) % serials.length]),
    }),
  )
  const keys: string[] = []
  for (let key = 0; key < KEYS; key += 1) keys.push((await createApiKey('bench', `Key ${key}`)).secret)
  return { issuerId: issuer.id, serials, lookups, keys }
}
