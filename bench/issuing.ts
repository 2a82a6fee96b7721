import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { closeRenderPool } from '@/lib/render/certificate/render-certificate'
import { typesetCertificate } from '@/lib/render/certificate/typeset-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { makeSignedForms } from '@/lib/service/keys/make-signed-forms'
import { workingPool } from '@/lib/store/database/database'
import { exampleDocument } from './data/example-document'
import { exampleRows, type Seeded } from './data/seed'
import { findPostmaster } from './load/postmaster'
import { familyMilliseconds } from './load/process-figures'
import { printTimings } from './print-timings'
import { timeInTurn } from './stopwatch'

const CHUNK = 100
/** Of what the primitives would do on two cores. */
const AT_LEAST = 0.85

/**
 * Issuing with all files, against the sum of its bare primitives one after the other, and what the search words cost.
 * @param count how many certificates are issued
 * @returns false when it does less than 0.85 of what two cores would do of that sum
 */
export async function benchIssuing({ issuerId }: Seeded, count: number): Promise<boolean> {
  try {
    const sum = await timePrimitives()
    await issue(issuerId, CHUNK, 0)
    const [began, half, used] = [performance.now(), count / 2, await processorTimes()]
    // Two chunks at once, as `certs issue` does it.
    await Promise.all([issue(issuerId, half, 0), issue(issuerId, half, half)])
    const each = (performance.now() - began) / count
    const ratio = sum / each / 2
    const [own, setting, postgres] = (await processorTimes()).map((time, at) => (time - (used[at] ?? 0)) / count)
    printTimings(`Issuing ${count} certificates with all files`, [
      { name: 'its primitives, one by one', milliseconds: sum },
      { name: 'a certificate', milliseconds: each },
    ])
    console.log(
      `  ${(1000 / each).toFixed(0)} certificates a second: ${ratio.toFixed(2)} of what its primitives would do on two cores ` +
        `(at least ${AT_LEAST})${ratio < AT_LEAST ? '   MISSED' : ''}`,
    )
    console.log(
      `  processor time each: ${own?.toFixed(2)} ms signs, states and stores, ${setting?.toFixed(2)} ms sets pages, ` +
        `${postgres?.toFixed(2)} ms PostgreSQL; both cores had ${(2 * each).toFixed(2)} ms`,
    )
    await benchSearchWords(issuerId)
    return ratio >= AT_LEAST
  } finally {
    await closeRenderPool()
  }
}

/** Milliseconds of this process, of those that set its pages, and of PostgreSQL. */
async function processorTimes(): Promise<[number, number, number]> {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1000
  return [own, familyMilliseconds(process.pid) - own, familyMilliseconds(await findPostmaster())]
}

async function timePrimitives(): Promise<number> {
  const es256 = localSigner('did:web:bench#1', generateKeyPair('ES256').privateKey)
  const eddsa = localSigner('did:web:bench#2', generateKeyPair('EdDSA').privateKey)
  const issuer = { id: randomUUID(), did: 'did:web:bench', name: 'Bench Institute', verifiedDomain: 'bench.example' }
  let index = 0
  const sign = () => {
    const { fullName, registrationNumber, eventTitle, achievement, eventDate, serial } = exampleDocument((index += 1))
    const content = {
      ...{ id: randomUUID(), serial, fullName, registrationNumber, eventTitle, achievement, eventDate, issuer },
      ...{ issuedAt: 1_790_000_000_000, expiresAt: null, statusListId: randomUUID(), statusIndex: 7 },
    }
    const options = { subjectId: randomUUID(), baseUrl: 'https://verify.example.org', createdAt: 1_790_000_000_000 }
    return makeSignedForms(content, { es256, eddsa }, options)
  }
  const timings = await timeInTurn(
    {
      'three signed forms': sign,
      'a page': () => Promise.resolve(typesetCertificate(exampleDocument((index += 1)))),
      'a committed insert': () =>
        workingPool().query('INSERT INTO service_settings VALUES ($1, $2)', [randomUUID(), 'x'.repeat(9000)]),
    },
    60,
  )
  for (const { name, milliseconds } of timings)
    console.log(`  ${name.padEnd(32)} ${milliseconds.toFixed(2).padStart(8)} ms`)
  return timings.reduce((total, timing) => total + timing.milliseconds, 0)
}

async function issue(issuerId: string, count: number, from: number): Promise<void> {
  for (let issued = 0; issued < count; issued += CHUNK)
    await issueCertificates(issuerId, exampleRows(CHUNK, from + issued), 'bench')
}

/** Chunks with the words that the desk finds them by and without, in turn. */
async function benchSearchWords(issuerId: string): Promise<void> {
  const words = async (kept: boolean) => {
    for (const trigger of ['certificates_search_words', 'certificates_words_kept'])
      await workingPool().query(`ALTER TABLE certificates ${kept ? 'ENABLE ALWAYS' : 'DISABLE'} TRIGGER ${trigger}`)
  }
  let from = 1_000_000
  const chunk = async (kept: boolean) => {
    await words(kept)
    const began = performance.now()
    await issue(issuerId, CHUNK, (from += CHUNK))
    return performance.now() - began
  }
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (let round = 0; round < 10; round += 1) {
    times.without.push(await chunk(false))
    times.with.push(await chunk(true))
  }
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  printTimings('What search words cost, a certificate', [
    { name: 'without them', milliseconds: median(times.without) / CHUNK },
    { name: 'with them', milliseconds: median(times.with) / CHUNK },
  ])
}
