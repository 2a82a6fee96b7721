import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { closeRenderPool, renderCertificate, renderJpeg } from '@/lib/render/certificate/render-certificate'
import { typesetCertificate } from '@/lib/render/certificate/typeset-certificate'
import { runInspector } from '@/lib/render/inspect/inspect-process'
import { QUICK } from '@/lib/render/inspect/inspection-lanes'
import { rasterisePage } from '@/lib/render/typeset/rasterise-page'
import { verifyDocument } from '@/lib/service/check/verify-document'
import { getCertificatePdf } from '@/lib/service/files/get-certificate-file'
import { workingPool } from '@/lib/store/database/database'
import { hashWithPrefixes } from '@/test/documents/hash-with-prefixes'
import { exampleDocument } from './data/example-document'
import type { Seeded } from './data/seed'
import { printTimings } from './print-timings'
import { timeInTurn } from './stopwatch'

/** What files cost, each as a ratio to the bare library calls in the same run. */
export async function benchFiles(seeded: Seeded): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-bench-files-'))
  try {
    await benchRendering()
    await benchVerifying(seeded, folder)
  } finally {
    await closeRenderPool()
    rmSync(folder, { recursive: true, force: true })
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
      { 'rasteriser, called bare': () => rasterisePage(pdf, 150), 'JPEG, by the pool': () => renderJpeg(pdf) },
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
  const verify = async (path: string) =>
    verifyDocument({ path, ...(await hashWithPrefixes(path)) }, { address: '203.0.113.1', compare: false })
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
      {
        'the inspector’s process alone': () =>
          runInspector(altered, QUICK, { program: 'inspect/inspect-child.mjs', attachmentsOnly: false }),
        'an altered file': () => verify(altered),
      },
      8,
    )),
  ])
}
