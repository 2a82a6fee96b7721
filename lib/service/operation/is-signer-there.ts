import { setTimeout as sleep } from 'node:timers/promises'
import { pingedShape } from '@/lib/contract/signer'
import { env } from '@/lib/env'
import { askSigner } from '@/lib/store/signer/signer-client'

const PING_MS = 1000

/**
 * Whether the signer answers within a second; true where this process has its keys itself.
 * @param milliseconds for tests
 */
export async function isSignerThere(milliseconds = PING_MS): Promise<boolean> {
  if (env().SIGNER === 'local') return true
  const late = new AbortController()
  const tooLate = sleep(milliseconds, false, { signal: late.signal, ref: false }).catch(() => false)
  const answered = askSigner({ ask: 'ping' }, pingedShape).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, tooLate]).finally(() => late.abort())
}
