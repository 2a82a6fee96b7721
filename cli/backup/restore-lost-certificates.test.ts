import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET } from '@/app/verify/[serial]/route'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { coverLeaf } from '@/lib/domain/log/make-leaf'
import { parseEnv, setEnv } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { getOpenBadge } from '@/lib/service/badges/get-open-badge'
import { validateOpenBadge } from '@/lib/service/badges/validate-open-badge'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { checkReference } from '@/lib/service/check/get-served-certificate'
import { lookUpCertificates } from '@/lib/service/check/look-up-certificates'
import { presentBatchEntry } from '@/lib/service/check/present-batch'
import { presentLookup } from '@/lib/service/check/present-lookup'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { verifyBatch } from '@/lib/service/check/verify-batch'
import { verifyFingerprint } from '@/lib/service/check/verify-document'
import { lookUpOwn } from '@/lib/service/desk/certificates/look-up-own'
import { readSelected } from '@/lib/service/desk/certificates/selected-certificates'
import { getManifestByFingerprint } from '@/lib/service/files/describe-artifacts'
import { issueFromFile } from '@/lib/service/issue/issue-from-file'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { fillLog } from '@/lib/service/log/fill-log'
import { proveCertificate } from '@/lib/service/log/prove-certificate'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { compareLog } from '@/lib/store/log/compare-log'
import { forgetLog, hasLostLeaves } from '@/lib/store/log/complete-log'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { newAddress } from '@/test/verify-requests'

/** A serial that nobody ever issued. */
const NEVER = '7K3M-9QXT-2VBD-8RWN'
const WHY = { reason: 'r', publicReason: null, actor: 'test' }
let folder: string
let databases: TestDatabase[]
let issuer: StoredIssuer
let another: StoredIssuer
let owner: MintedPerson
let kept: string
let late: string
let lateId: string
/** One with a number of its issuer. */
const LATE_OWN = 'NS/2026/0042'
let lateBadge: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-lost-'))
  databases = [await createTestDatabase(), await createTestDatabase({ migrated: false })]
  const [before, after] = databases as [TestDatabase, TestDatabase]
  use(before.serviceUrl, 'service')
  issuer = await mintIssuer()
  another = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  kept = await issueOne(issuer)
  await fillLog()
  expect((await certs('backup', join(folder, 'backup'))).code).toBe(0)
  use(before.serviceUrl, 'service')
  late = await issueOne(issuer)
  await issueOne(issuer, { serial: LATE_OWN })
  lateId = (await checkReference(late)).certificateId
  lateBadge = Buffer.from((await getOpenBadge(late, 'jwt')).bytes)
  await closeDatabase()
  await cp(join(folder, 'service/log'), join(folder, 'restored/log'), { recursive: true })
  use(after.url, 'restored')
  await certs('restore', join(folder, 'backup'))
  use(after.url, 'restored')
})

afterAll(async () => {
  await closeDatabase()
  forgetLog()
  for (const one of databases) await one.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Points the service at a database and a folder, as a process that starts; the journal outlives both. */
function use(url: string, data: string): void {
  forgetLog()
  const places = { DATABASE_URL: url, DATA_DIR: join(folder, data), JOURNAL_DIR: join(folder, 'journal') }
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', ...places }))
}

const LOST = { code: 'unavailable', details: { code: 'record_lost' } }

/** Each way to ask for a certificate by its serial, and that a serial which nobody issued is what it was. */
const BY_SERIAL: [string, (serial: string) => Promise<unknown>, unknown][] = [
  ['a check', (serial) => checkCertificate(serial), null],
  ['a batch', (serial) => verifyBatch([serial]).then(([entry]) => entry?.checked), null],
  ['a receipt', (serial) => giveReceipt(serial, null), null],
  ['a proof', (serial) => proveCertificate(serial), null],
  ['a file of it', (serial) => checkReference(serial).catch(codeOf), 'not_found'],
  ['the command', (serial) => showCertificate(serial).catch(codeOf), 'not_found'],
  ['a withdrawal', (serial) => withdrawCertificate(serial, WHY).catch(codeOf), 'not_found'],
]

/** What is asked for by a name that the log has no tag of. */
const BY_OTHER_NAMES: [string, () => Promise<unknown>][] = [
  ['its id', () => checkReference(lateId)],
  ['any other id', () => checkReference(randomUUID())],
  ['the fingerprint of its badge', () => verifyFingerprint(sha256Hex(lateBadge))],
  ['the manifest of it', () => getManifestByFingerprint(sha256Hex(lateBadge))],
  ['its badge', () => validateOpenBadge(lateBadge)],
]

function codeOf(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (code === 'not_found') return code
  throw error
}

function everyDoor() {
  it.each(BY_SERIAL)('is undetermined, and a serial that nobody issued is unknown: %s', async (_name, ask, none) => {
    await expect(ask(late)).rejects.toMatchObject(LOST)
    expect(await ask(NEVER)).toEqual(none)
  })

  it.each(BY_OTHER_NAMES)('is undetermined by %s', async (_name, ask) => {
    await expect(ask()).rejects.toMatchObject(LOST)
  })

  it('has a page that says so, and that a new one is to be asked for', async () => {
    const page = async (serial: string) => {
      const request = withPeerAddress(new Request(`https://verify.test/verify/${serial}`), newAddress())
      const response = await GET(request, { params: Promise.resolve({ serial }) })
      return [response.status, (await response.text()).includes('Ask the issuer for a new certificate.')]
    }
    expect([await page(late), await page(NEVER)]).toEqual([
      [503, true],
      [404, false],
    ])
  })

  it('is a row of its own in a lookup, which tells the others', async () => {
    const items = await lookUpCertificates(issuer.id, [kept, late, NEVER])
    expect(items).toMatchObject([{ found: { overallStatus: 'verified' } }, { found: 'lost' }, { found: null }])
    const lost = { found: true, certificate: null, error: expect.stringContaining('its record is not here') as string }
    expect(presentLookup(items)).toMatchObject([{ error: null }, lost, { found: false, error: null }])
    const alone = await lookUpCertificates(issuer.id, [late])
    expect(() => presentLookup(alone)).toThrow(expect.objectContaining({ details: { code: 'record_lost' } }))
    const rows = await lookUpOwn(owner.member, [kept, late, NEVER])
    expect(rows.map(({ found, status }) => [found, status])).toEqual([
      [true, 'verified'],
      [null, 'lost'],
      [false, 'not_found'],
    ])
    const chosen = await readSelected(owner.member, [kept, late, NEVER])
    expect(chosen.found.map(({ overallStatus }) => overallStatus)).toEqual(['verified', 'undetermined'])
    expect([chosen.missing, chosen.found[1]?.certificate.serial]).toEqual([[NEVER], late])
  })

  it('is a row of its own in a batch, which tells nobody to wait for it', async () => {
    const [there, gone] = (await verifyBatch([kept, late])).map(presentBatchEntry)
    expect([there?.error, gone?.found, gone?.error]).toEqual([
      null,
      null,
      expect.stringContaining('its record is not here'),
    ])
  })

  it('is not found among the certificates of others, and says nothing of those that are here', async () => {
    expect(await lookUpCertificates(another.id, [late])).toEqual([{ serial: late, found: null }])
    expect((await checkCertificate(kept))?.judgement.overallStatus).toBe('verified')
  })
}

/** How the files of the log cannot be read for a while. */
const AWAY: [string, (log: string) => Promise<void>][] = [
  ['the folder is away', () => Promise.resolve()],
  [
    'the checkpoint is away',
    (log) => cp(`${log}-away`, log, { recursive: true }).then(() => rm(join(log, 'checkpoint'))),
  ],
  ['the checkpoint cannot be read', (log) => mkdir(join(log, 'checkpoint'), { recursive: true }).then(() => undefined)],
]

describe.each(AWAY)('while nobody can tell what the log has more, since %s at the first answer', (_name, leave) => {
  const log = () => join(folder, 'restored/log')
  beforeAll(async () => {
    await closeDatabase()
    use(databases[1]?.url ?? '', 'restored')
    await rename(log(), `${log()}-away`)
    await leave(log())
  })
  afterAll(() => closeDatabase())

  it.each(BY_SERIAL)('no serial is unknown: %s', async (_door, ask) => {
    for (const serial of [late, NEVER]) await expect(ask(serial)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it.each(BY_OTHER_NAMES)('nothing is unknown by %s', async (_door, ask) => {
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('a lookup tells what is here, and none that is not', async () => {
    const items = await lookUpCertificates(issuer.id, [kept, late, NEVER])
    expect(items).toMatchObject([{ found: { overallStatus: 'verified' } }, { found: 'unsure' }, { found: 'unsure' }])
    expect((await lookUpOwn(owner.member, [NEVER])).map(({ status }) => status)).toEqual(['undetermined'])
    expect((await readSelected(owner.member, [NEVER])).missing).toEqual([])
    expect(() => presentLookup(items)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  })

  it('what is here stays what it is, and once the files can be read all is told', async () => {
    expect((await checkCertificate(kept))?.judgement.overallStatus).toBe('verified')
    await rm(log(), { recursive: true, force: true })
    await rename(`${log()}-away`, log())
    await compareAgain()
    expect(await checkCertificate(NEVER)).toBeNull()
    await expect(checkCertificate(late)).rejects.toMatchObject(LOST)
  })
})

describe(
  'a certificate that was issued after the backup, from the first answer on, while the log is stopped',
  everyDoor,
)

it('is told by the doctor as a fault before the loss was accepted', async () => {
  const { findings } = (await certs('doctor')).out as { findings: { id: string; result: string; message: string }[] }
  expect(findings.filter(({ id }) => id === 'log')).toContainEqual(expect.objectContaining({ result: 'bad' }))
  use(databases[1]?.url ?? '', 'restored')
})

describe('the same certificate, once the log goes on', () => {
  beforeAll(async () => {
    const resumed = await certs('log', 'resume', '--checkpoint', join(folder, 'restored/log/checkpoint'))
    expect(resumed).toMatchObject({ code: 0, out: { lost: 2 } })
    use(databases[1]?.url ?? '', 'restored')
  })
  everyDoor()

  it('gives its number to no other, of which no check could be completed', async () => {
    const { id } = await getIssuer(issuer.slug)
    const rows = [
      'serial,full_name,event_title,achievement',
      `${LATE_OWN},Ana Li,E,Passed`,
      'NS/2026/0077,Bo Wu,E,Passed',
    ]
    const options = { allowRepeats: false, dryRun: false, guessableSerials: true, skipBad: true, actor: 'test' }
    const file = Buffer.from(rows.join('\n'))
    const { issued, refused } = await issueFromFile(id, file, options, (result) => Promise.resolve(result))
    expect([issued, refused]).toEqual([1, 1])
    await expect(checkCertificate(LATE_OWN)).rejects.toMatchObject(LOST)
    expect((await checkCertificate('NS/2026/0077'))?.judgement.overallStatus).toBe('verified')
  })

  it('leaves what is issued from then on verified', async () => {
    const next = await issueOne(await getIssuer(issuer.slug))
    expect((await checkCertificate(next))?.judgement.overallStatus).toBe('verified')
  })

  it('is told by the doctor once, with the number, as what was accepted', async () => {
    const { findings } = (await certs('doctor')).out as { findings: { id: string; result: string; message: string }[] }
    const lost = findings.filter(({ message }) => message.includes('whose records are not here'))
    expect(lost).toEqual([{ id: 'log', result: 'warning', message: expect.stringMatching(/: 2\.$/) as string }])
    expect(findings.filter(({ message }) => message.includes('lacks leaves'))).toEqual([])
    use(databases[1]?.url ?? '', 'restored')
  })

  it('is made so by no row that somebody writes', async () => {
    const leaf = coverLeaf(another.id, Date.now())
    // The owner of the tables alone can: the guard refuses a leaf behind the tree.
    await workingPool().query('ALTER TABLE log_leaves DISABLE TRIGGER USER')
    await workingPool().query(
      `INSERT INTO log_leaves (log_index, kind, subject, place, part, leaf) VALUES (1000000, 'lost', gen_random_uuid(), 1, 0, $1)`,
      [leaf],
    )
    await compareLog(workingPool(), 0)
    expect(await checkCertificate(NEVER)).toBeNull()
    expect([hasLostLeaves(issuer.id), hasLostLeaves(another.id)]).toEqual([true, false])
  })
})
