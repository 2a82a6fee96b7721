import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { isLoopback } from '@/lib/domain/text/is-loopback'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { projectDir } from '@/lib/project-dir'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { readDesign } from '@/lib/service/designs/read-design'
import { setDesign } from '@/lib/service/designs/set-design'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { findOpenInvitation } from '@/lib/service/desk/sign-in/accept-invitation'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { fillLog } from '@/lib/service/log/fill-log'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { withAdvisoryLock } from '@/lib/store/database/advisory-lock'
import { transaction } from '@/lib/store/database/database'
import { listMembers } from '@/lib/store/desk/members'
import { findIssuerBySlug, type StoredIssuer } from '@/lib/store/issuers/issuers'
import { findSetting, setSetting } from '@/lib/store/records/service-settings'

interface DemoCertificate {
  serial: string
  /** The outcome of a check of it, or `could_not_check`. */
  status: string
}

export interface DemoData {
  issuer: StoredIssuer
  secret: string
  certificates: DemoCertificate[]
  /** Handle of an example passport; its private link is nobody’s. */
  passport: string
  /** The link with which a person joins the desk as its owner; null once there is one. */
  invitation: string | null
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
  if (!isLoopback(new URL(env().BASE_URL).hostname)) {
    throw new ServiceError('malformed', 'Example data is only made where BASE_URL is a loopback address.')
  }
  // The command and the server may be asked for it at the same moment.
  return withAdvisoryLock('demo', makeOnce)
}

async function makeOnce(): Promise<DemoData> {
  // First: what is made from then on is entered at once, and its time is proved.
  await fillLog()
  const issuer = await ensureIssuer('northshore', 'Northshore Maritime College', 'northshore.example')
  await remembered('design', () => wearDesign(issuer))
  const secret = await remembered('key', async () => (await createApiKey(issuer.slug, 'Demo')).secret)
  const serials = await makeStates(issuer)
  const certificates: DemoCertificate[] = []
  for (const serial of serials) {
    certificates.push({ serial, status: await statusOf(serial) })
  }
  const [first = ''] = serials
  const passport = await remembered('passport', async () => (await createPassportByOperator([first])).handle)
  return { issuer, secret, certificates, passport, invitation: await inviteOwner(issuer) }
}

/** The link of before while it is open, so that the example data is the same each time it is shown. */
async function inviteOwner({ id, slug }: StoredIssuer): Promise<string | null> {
  if ((await listMembers(id)).some(({ role }) => role === 'owner')) return null
  const invite = async () => (await inviteByOperator(slug, 'owner@northshore.example', 'owner')).link
  const link = await remembered('invitation', invite)
  if ((await findOpenInvitation(new URL(link).hash.slice(1))) !== null) return link
  const next = await invite()
  await setSetting(`${SETTING}: invitation`, next)
  return next
}

/** A design as an issuer would make it: its file lies beside this one's documents. */
async function wearDesign(issuer: StoredIssuer): Promise<string> {
  const folder = join(projectDir(), 'docs', 'certificates', 'northshore')
  const written = JSON.parse(await readFile(join(folder, 'design.json'), 'utf8')) as unknown
  const read = await readDesign(written, (name) => readFile(join(folder, name)))
  return (await setDesign(issuer.id, 'Certificate', read, { forEvent: '' })).id
}

async function makeStates(issuer: StoredIssuer): Promise<string[]> {
  const verified = await remembered('verified', () => issue(issuer, {}))
  const first = await remembered('corrected', () => issue(issuer, person('Jörgen Sjöberg-Ødegård', '00419')))
  const corrected = await unlessUndetermined(() => correctTwice(first), [first])
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
  return unlessUndetermined(
    async () => (await checkCertificate(serial))?.judgement.overallStatus ?? 'not found',
    'could_not_check',
  )
}

/** One certificate whose rows are damaged, as somebody who tries the service may do, does not keep it from starting. */
async function unlessUndetermined<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  return work().catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'unavailable') return otherwise
    throw error
  })
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
