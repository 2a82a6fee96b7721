import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@/lib/crypto/public-key'
import { sha256Hex } from '@/lib/crypto/sha256'
import { localSigner } from '@/lib/crypto/signer'
import { hashWithPrefixes } from '@/lib/render/prefix-hashes'
import { rasterisePage } from '@/lib/render/rasterise-page'
import { closeRenderPool, renderCertificate, renderJpeg } from '@/lib/render/render-certificate'
import { typesetCertificate } from '@/lib/render/typeset-certificate'
import { runInspector } from '@/lib/render/inspect-process'
import { getCertificatePdf } from '@/lib/service/get-certificate-file'
import { issueCertificates } from '@/lib/service/issue-certificates'
import { signForms } from '@/lib/service/sign-forms'
import { verifyDocument } from '@/lib/service/verify-document'
import { workingPool } from '@/lib/store/database'
import { exampleRows, type Seeded } from './seed'
import { printTimings } from './print-timings'
import { timeInTurn } from './stopwatch'

const ISSUED = 800

/** What files cost, each as a ratio to the bare library calls in the same run. */
export async function benchFiles(seeded: Seeded): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-bench-files-'))
  try {
    await benchRendering()
    await benchVerifying(seeded, folder)
    await benchIssuing(seeded)
  } finally {
    await closeRenderPool()
    rmSync(folder, { recursive: true, force: true })
  }
}

function exampleDocument(index: number) {
  return {
    ...{ serial: '7K3M-9QXT-2VBD-8RWN', fullName: `Ana-Lucía Müller Nguyễn ${index}`, registrationNumber: 'R-1' },
    ...{ eventTitle: 'Basic Safety Training', achievement: 'Passed', eventDate: '2026-11-03', expiresAt: null },
    ...{ issuedAt: 1_790_000_000_000, issuerName: 'Bench Institute', verifiedDomain: 'bench.example' },
    ...{ verificationUrl: 'https://verify.example.org/verify/7K3M-9QXT-2VBD-8RWN', host: 'verify.example.org' },
    credential: 'eyJhbGciOiJFUzI1NiJ9.'.padEnd(3000, 'a'),
  }
}

async function benchRendering(): Promise<void> {
  let index = 0
  const { pdf } = typesetCertificate(exampleDocument(0))
  printTimings('A certificate’s PDF and its picture', [
    ...(await timeInTurn(
      {
        'typesetter, called bare': () => Promise.resolve(typesetCertificate(exampleDocument((index += 1)))),
        'PDF, by the pool': () => renderCertificate(exampleDocument((index += 1))),
      },
      60,
    )),
    ...(await timeInTurn(
      { 'rasteriser, called bare': () => rasterisePage(pdf), 'JPEG, by the pool': () => renderJpeg(pdf) },
      15,
    )),
  ])
}

async function benchVerifying({ serials }: Seeded, folder: string): Promise<void> {
  const [serial = ''] = serials
  const { bytes } = await getCertificatePdf(serial)
  const [exact, altered] = [join(folder, 'exact.pdf'), join(folder, 'altered.pdf')]
  writeFileSync(exact, bytes)
  // One letter of the comment in the header: other bytes, the same page.
  writeFileSync(altered, Buffer.concat([bytes.subarray(0, 10), Buffer.from('x'), bytes.subarray(11)]))
  const verify = async (path: string) => verifyDocument({ path, ...(await hashWithPrefixes(path)) }, '203.0.113.1')
  printTimings('Verifying a file', [
    ...(await timeInTurn(
      {
        'SHA-256 and one prepared read': async () => {
          const sha256 = sha256Hex(readFileSync(exact))
          await workingPool().query({
            name: 'floor',
            text: 'SELECT * FROM artifacts WHERE sha256 = $1',
            values: [sha256],
          })
        },
        'an exact file': () => verify(exact),
      },
      60,
    )),
    ...(await timeInTurn(
      { 'the inspector’s process alone': () => runInspector(altered), 'an altered file': () => verify(altered) },
      8,
    )),
  ])
}

/** Issuing with all files, against the sum of its bare primitives, one after the other on one core. */
async function benchIssuing({ issuerId }: Seeded): Promise<void> {
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
    return signForms(content, { es256, eddsa }, options)
  }
  const insert = () =>
    workingPool().query('INSERT INTO service_settings VALUES ($1, $2)', [randomUUID(), 'x'.repeat(9000)])
  const [signing, setting, inserting] = await timeInTurn(
    {
      'three signed forms': sign,
      'a page': () => Promise.resolve(typesetCertificate(exampleDocument((index += 1)))),
      'a committed insert': insert,
    },
    60,
  )
  const sum = [signing, setting, inserting].reduce((total, timing) => total + (timing?.milliseconds ?? 0), 0)
  await issueCertificates(issuerId, exampleRows(50), 'bench')
  const began = performance.now()
  // Two chunks at once, as `certs issue` does it.
  const half = async () => {
    for (let issued = 0; issued < ISSUED / 2; issued += 100)
      await issueCertificates(issuerId, exampleRows(100), 'bench')
  }
  await Promise.all([half(), half()])
  const each = (performance.now() - began) / ISSUED
  printTimings('Issuing with all files', [
    { name: 'its primitives, one by one', milliseconds: sum },
    { name: 'a certificate', milliseconds: each },
  ])
  const ratio = (cores: number) => (sum / cores / each).toFixed(2)
  console.log(
    `  ${(1000 / each).toFixed(0)} certificates a second: ${ratio(1)} of the sum of the primitives on one core, ` +
      `${ratio(2)} of it on two`,
  )
}
