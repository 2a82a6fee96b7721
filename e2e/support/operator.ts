/** The operator's side of the service that the specs run against: the `certs` command on its data. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The example data, as `certs demo` tells it. */
export interface ExampleData {
  /** The API key. */
  secret: string
  certificates: { serial: string; status: string }[]
}

/** Where a service answers, and its DATA_DIR. */
export interface ServicePlace {
  url: string
  folder: string
  /** What it is configured with besides. */
  variables?: Record<string, string>
}

const known = new Map<string, Promise<ExampleData>>()

/** The example data of a service, read once a worker; that of the one for all specs start-service.ts has read. */
function exampleData(place: ServicePlace): Promise<ExampleData> {
  const { E2E_BASE_URL: url, E2E_EXAMPLES: read } = process.env
  if (read && place.url === url) return Promise.resolve(JSON.parse(read) as ExampleData)
  const found = known.get(place.url) ?? readExamples(place)
  known.set(place.url, found)
  return found
}

export const readExamples = (place: ServicePlace) => certs<ExampleData>(place, 'demo')

/**
 * The serial of an example certificate.
 * @param status what a check of it says, such as `issuer_suspended`
 * @param nth which of those with that status, from 0
 */
export async function exampleSerial(status: string, nth = 0, place = shared()): Promise<string> {
  const { certificates } = await exampleData(place)
  const found = certificates.filter((certificate) => certificate.status === status)[nth]
  if (!found) throw new Error(`The example data has no certificate ${nth} that is ${status}`)
  return found.serial
}

/** Issues a certificate that no other test knows, and gives its serial. */
export async function issueCertificate(
  fullName: string,
  eventTitle = 'Knots and Splices',
  slug = 'northshore',
): Promise<string> {
  return (await issueCertificates([[fullName, eventTitle]], slug))[0] ?? ''
}

/** Issues several at once, each with a name and an event, and gives their serials. */
export async function issueCertificates(rows: [string, string][], slug = 'northshore'): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'e2e-issue-'))
  try {
    const file = join(folder, 'rows.csv')
    const line = (row: string[]) => [...row, 'Passed'].map((field) => `"${field.replaceAll('"', '""')}"`).join()
    await writeFile(file, ['full_name,event_title,achievement', ...rows.map(line), ''].join('\n'))
    const words = ['issue', slug, '--file', file, '--allow-repeats']
    const { certificates } = await certs<{ certificates: { serial: string }[] }>(shared(), ...words)
    return certificates.map(({ serial }) => serial)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Attests the domain of an issuer, as the operator does who has seen it in writing. */
export async function attestDomain(slug: string): Promise<void> {
  await certs(shared(), 'issuer', 'verify-domain', slug, '--attest', 'Seen by the tests.')
}

/** Adds an issuer that no other test knows, and gives its slug. */
export async function addIssuer(): Promise<string> {
  const slug = `desk-${randomUUID().slice(0, 8)}`
  const words = ['--name', `Institute ${slug}`, '--slug', slug, '--domain', `${slug}.example`]
  await certs(shared(), 'issuer', 'add', ...words)
  return slug
}

/** Invites a person to an issuer's desk, and gives the one-time link. */
export async function invite(slug: string, email: string, role: string): Promise<string> {
  const words = ['--email', email, '--role', role]
  return (await certs<{ invitation: { link: string } }>(shared(), 'user', 'invite', slug, ...words)).invitation.link
}

/** Withdraws a certificate. */
export async function withdrawCertificate(serial: string): Promise<void> {
  await certs(shared(), 'withdraw', serial, '--reason', 'A test')
}

/** Corrects a certificate's name, and gives the serial of the correction. */
export async function correctCertificate(serial: string, name: string): Promise<string> {
  const words = ['correct', serial, '--full-name', name, '--reason', 'A test']
  return (await certs<{ certificate: { serial: string } }>(shared(), ...words)).certificate.serial
}

/** Makes a passport of these certificates, as `certs passport create` tells it. */
export async function makePassport(serials: string[]): Promise<{ url: string; manage_url: string }> {
  const { passport } = await certs<{ passport: { url: string; manage_url: string } }>(
    shared(),
    'passport',
    'create',
    ...serials.flatMap((serial) => ['--serial', serial]),
  )
  return passport
}

/** How many checks the service has counted of a certificate's chain. */
export async function checkCount(serial: string): Promise<number> {
  return (await certs<{ check_count: number }>(shared(), 'show', serial)).check_count
}

/** The service that start-service.ts started for all specs. */
function shared(): ServicePlace {
  const { E2E_BASE_URL: url, E2E_DATA_DIR: folder } = process.env
  if (!url || !folder) throw new Error('E2E_BASE_URL and E2E_DATA_DIR must both be set to use a service of your own')
  return { url, folder }
}

/** Runs a command of the operator on a service, and gives its JSON. */
export async function certs<Answer>({ url, folder, variables }: ServicePlace, ...words: string[]): Promise<Answer> {
  const { PATH, HOME } = process.env
  const env = { NODE_ENV: 'production' as const, PATH, HOME, BASE_URL: url, DATA_DIR: folder, ...variables }
  // A run that issues is refused while another does for the same issuer: those of several workers take turns.
  const turn = words[0] === 'issue' ? ['flock', join(folder, 'issuing')] : []
  const [command = '', ...rest] = [...turn, process.execPath, 'cli/certs.mjs', ...words, '--json']
  const { stdout } = await run(command, rest, { cwd: ROOT, env })
  return JSON.parse(stdout) as Answer
}
