import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parseVkey } from '@/lib/crypto/tlog/note-key'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { ServiceError } from '@/lib/errors'

const VKEYS = 'vkeys'
const MOST_BYTES = 64 * 1024

/**
 * A policy of the keys that a log shows of itself. Whoever verifies with it finds a log that contradicts itself, and not one
 * that shows somebody else another key.
 * @throws ServiceError `malformed` where it shows none
 */
export async function shownPolicy(log: LogReader): Promise<TrustPolicy> {
  const text = (await log.read(VKEYS, MOST_BYTES))?.toString() ?? ''
  const vkeys = text.split('\n').flatMap((line) => {
    const [vkey = '', , until = '-'] = line.split(' ')
    // One that has ended may be in anybody's hands.
    const isOver = until !== '-' && !(Date.parse(until) > Date.now())
    return vkey === '' || isOver ? [] : [vkey]
  })
  if (vkeys.length === 0)
    throw new ServiceError('malformed', 'The log shows no key of its own. Name those that you trust with --policy.')
  try {
    return { logs: vkeys.map((vkey) => ({ key: parseVkey(vkey), url: null })), witnesses: [], quorum: null }
  } catch (error) {
    if (!(error instanceof LogFormatError)) throw error
    throw new ServiceError('malformed', `The log shows a key that is none: ${error.message}`)
  }
}
