import { addIssuer } from '@/lib/service/add-issuer'
import { createApiKey } from '@/lib/service/create-api-key'
import { issueCertificates } from '@/lib/service/issue-certificates'
import { verifyIssuerDomain } from '@/lib/service/verify-issuer-domain'

const KEYS = 100
const AT_ONCE = 100

/** What the load asks for. */
export interface Seeded {
  serials: string[]
  /** Bodies of lookups, 100 serials each. */
  lookups: string[]
  /** API keys, enough that no key meets its limit. */
  keys: string[]
}

/** Issues certificates of one issuer, and makes its keys. */
export async function seed(certificates: number): Promise<Seeded> {
  await addIssuer({ name: 'Bench Institute', slug: 'bench', domain: 'bench.example' })
  const issuer = await verifyIssuerDomain('bench', 'Seen by the benchmark.')
  const serials: string[] = []
  while (serials.length < certificates) {
    const rows = Array.from({ length: AT_ONCE }, (_, index) => ({
      fullName: `Person ${serials.length + index} Müller-Nguyễn`,
      registrationNumber: `R-${serials.length + index}`,
      eventTitle: 'Basic Safety Training',
      achievement: 'Passed',
      eventDate: '2026-11-03',
      issuedAt: null,
      issuedAtWritten: null,
      expiresAt: null,
      serial: null,
      email: null,
    }))
    serials.push(...(await issueCertificates(issuer.id, rows, 'bench')).map(({ serial }) => serial))
  }
  const lookups = Array.from({ length: 50 }, (_, body) =>
    JSON.stringify({
      serials: Array.from({ length: 100 }, (__, index) => serials[(body * 37 + index * 7) % serials.length]),
    }),
  )
  const keys: string[] = []
  for (let key = 0; key < KEYS; key += 1) keys.push((await createApiKey('bench', `Key ${key}`)).secret)
  return { serials, lookups, keys }
}
