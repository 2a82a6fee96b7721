import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { withAdvisoryLock } from '@/lib/store/database/advisory-lock'
import { transaction } from '@/lib/store/database/database'
import { findIssuerBySlug, type StoredIssuer } from '@/lib/store/issuers/issuers'
import { findSetting, setSetting } from '@/lib/store/records/service-settings'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'

interface DemoCertificate {
  serial: string
  /** The outcome of a check of it. */
  status: string
}

export interface DemoData {
  issuer: StoredIssuer
  secret: string
  certificates: DemoCertificate[]
  /** Handle of an example passport; its private link is nobody’s. */
  passport: string
}

const SETTING = 'demo'
const ACTOR = 'demo'
const DAY = 86_400_000

/**
 * The example data: an issuer with one certificate in each state, a suspended issuer with one, and an API key
 * (spec part 11, `certs demo`). Made once; a later call finds it again, each step that was not finished.
 * @throws ServiceError `malformed` unless BASE_URL is a loopback address: its key is kept readable, which no real
 *   service may do
 */
export async function makeDemo(): Promise<DemoData> {
  const host = new URL(env().BASE_URL).hostname
  if (!/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)) {
    throw new ServiceError('malformed', 'Example data is only made where BASE_URL is a loopback address.')
  }
  // The command and the server may be asked for it at the same moment.
  return withAdvisoryLock('demo', makeOnce)
}

async function makeOnce(): Promise<DemoData> {
  const issuer = await ensureIssuer('northshore', 'Northshore Maritime College', 'northshore.example')
  const secret = await remembered('key', async () => (await createApiKey(issuer.slug, 'Demo')).secret)
  const serials = await makeStates(issuer)
  const certificates: DemoCertificate[] = []
  for (const serial of serials) {
    certificates.push({ serial, status: await statusOf(serial) })
  }
  const [first = ''] = serials
  const passport = await remembered('passport', async () => (await createPassportByOperator([first])).handle)
  return { issuer, secret, certificates, passport }
}

async function makeStates(issuer: StoredIssuer): Promise<string[]> {
  const verified = await remembered('verified', () => issue(issuer, {}))
  const first = await remembered('corrected', () => issue(issuer, person('Jörgen Sjöberg-Ødegård', '00419')))
  const corrected = await correctTwice(first)
  const withdrawn = await remembered('withdrawn', () => issue(issuer, person('محمد بن عبد الله', '00420')))
  if ((await statusOf(withdrawn)) === 'verified') {
    const reasons = { reason: 'Example', publicReason: 'Issued in error: the course was not completed.' }
    await withdrawCertificate(withdrawn, { ...reasons, actor: ACTOR })
  }
  const ended = { eventDate: dateDaysAgo(803), issuedAt: daysAgo(800), expiresAt: daysAgo(70) }
  const expired = await remembered('expired', () => issue(issuer, { ...person('नेहा शर्मा', '00117'), ...ended }))
  return [verified, ...corrected, withdrawn, expired, await makeSuspended()]
}

async function correctTwice(first: string): Promise<string[]> {
  const { chain } = await showCertificate(first)
  const second = chain[1]?.serial ?? (await correct(first, { fullName: 'Jørgen Sjöberg-Ødegård' }, 'Name misspelled'))
  const changed = { achievement: 'Passed with distinction' }
  const third = chain[2]?.serial ?? (await correct(second, changed, 'Grade entered wrongly'))
  return [first, second, third]
}

async function makeSuspended(): Promise<string> {
  const issuer = await ensureIssuer('example-driving-school', 'Example Driving School', 'driving-school.example')
  const changes = { ...person('Chloé Dubois', '01187'), eventTitle: 'First Aid for Drivers' }
  const serial = await remembered('suspended', () => issue(issuer, changes))
  if ((await statusOf(serial)) === 'verified') await setIssuerStanding(issuer.slug, 'suspended', ACTOR)
  return serial
}

async function statusOf(serial: string): Promise<string> {
  return (await checkCertificate(serial))?.judgement.overallStatus ?? 'not found'
}

async function ensureIssuer(slug: string, name: string, domain: string): Promise<StoredIssuer> {
  const find = () => transaction((tx) => findIssuerBySlug(tx, slug))
  if (!(await find())) await addIssuer({ name, slug, domain })
  const issuer = await find()
  if (issuer?.domain !== domain) {
    throw new ServiceError('malformed', `The example issuer cannot be made: the slug ${slug} is another issuer’s.`)
  }
  if (issuer.assurance === 'none') return verifyIssuerDomain(slug, 'Example data: nobody looked.')
  return issuer
}

async function issue(issuer: StoredIssuer, changes: Partial<IssueRow>): Promise<string> {
  const row: IssueRow = {
    ...person('Ana-Lucía Müller Nguyễn', '00418'),
    eventTitle: 'Basic Safety Training, STCW VI/1',
    achievement: 'Passed',
    eventDate: dateDaysAgo(18),
    issuedAt: null,
    issuedAtWritten: null,
    expiresAt: null,
    serial: null,
    email: null,
    language: null,
    ...changes,
  }
  const [issued] = await issueCertificates(issuer.id, [row], ACTOR)
  return issued?.serial ?? ''
}

function person(fullName: string, number: string): { fullName: string; registrationNumber: string } {
  return { fullName, registrationNumber: `REG-${number}` }
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY)
}

/** The date so many days ago, as an event's date is written. */
function dateDaysAgo(days: number): string {
  return daysAgo(days).toISOString().slice(0, 10)
}

async function correct(
  serial: string,
  changes: { fullName?: string; achievement?: string },
  reason: string,
): Promise<string> {
  return (await correctCertificate(serial, changes, { reason, actor: ACTOR })).certificate.serial
}

/** Makes a piece of the example data once, and remembers what came of it. */
async function remembered(name: string, make: () => Promise<string>): Promise<string> {
  const known = await findSetting(`${SETTING}: ${name}`)
  if (known !== null) return known
  const made = await make()
  await setSetting(`${SETTING}: ${name}`, made)
  return made
}
