import { env } from '@/lib/env'
import { closeRenderPool } from '@/lib/render/certificate/render-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { leaveKeysTo, SignerProcess } from '@/test/signer/signer-process'
import { exampleRows, type Seeded } from './data/seed'
import { printTimings } from './print-timings'

const CHUNK = 50
/** Issuing through the signer may take a quarter longer. */
const AT_MOST = 1.25

/**
 * Issuing with all files, with the keys in the same process and with a signer, in turn in one run.
 * @param count how many certificates are issued each way
 * @returns false when the signer costs more than a quarter
 */
export async function benchSigner({ issuerId }: Seeded, count: number): Promise<boolean> {
  const { KEY_ENCRYPTION_KEY = '' } = env()
  const signer = await SignerProcess.start({ KEY_ENCRYPTION_KEY })
  const times: Record<'local' | 'socket', number[]> = { local: [], socket: [] }
  let from = 0
  const issue = async () => {
    const began = performance.now()
    await issueCertificates(issuerId, exampleRows(CHUNK, (from += CHUNK)), 'bench')
    return (performance.now() - began) / CHUNK
  }
  try {
    await issue()
    for (let done = 0; done < count; done += CHUNK) {
      times.local.push(await issue())
      const back = await leaveKeysTo(signer)
      times.socket.push(await issue().finally(back))
    }
  } finally {
    await signer.remove()
    await closeRenderPool()
  }
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  const [local, socket] = [median(times.local), median(times.socket)]
  printTimings('Issuing with all files, a certificate', [
    { name: 'SIGNER=local', milliseconds: local },
    { name: 'SIGNER=socket', milliseconds: socket },
  ])
  const ratio = socket / local
  console.log(`  ${ratio.toFixed(2)} times (at most ${AT_MOST})${ratio > AT_MOST ? '   MISSED' : ''}`)
  return ratio <= AT_MOST
}
