import { isIP } from 'node:net'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { formatVkey, parseVkey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures } from '@/lib/crypto/tlog/note-signature'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { logKeyRecord } from '@/lib/domain/log/log-key-record'
import type { LogAlarm } from '@/lib/domain/log/watch/log-alarm'
import { resolveTxt } from '@/lib/net/resolve-txt'

/** What the DNS says of the keys that a checkpoint is signed under. */
export interface KeyInDns {
  /** The name that was asked for. */
  name: string
  /** `absent`: there is no key; `unknown`: no name server gave an answer, which says nothing of the log. */
  state: 'agrees' | 'differs' | 'absent' | 'unknown'
  /** The keys that are there. */
  keys: string[]
}

/**
 * Asks the DNS for the key of a log (spec part 18, section 2): whoever serves the log may be another than who writes there.
 * @param policy whose keys are trusted
 * @returns null for a log of no domain, such as a demo's
 */
export async function findKeyInDns(checkpoint: VerifiedCheckpoint, policy: TrustPolicy): Promise<KeyInDns | null> {
  const name = logKeyRecord(checkpoint.origin)
  const domain = name.slice(name.indexOf('.') + 1)
  if (!domain.includes('.') || isIP(domain) !== 0) return null
  const keys = await readKeys(name, checkpoint.origin)
  if (keys === null) return { name, state: 'unknown', keys: [] }
  if (keys.length === 0) return { name, state: 'absent', keys }
  // While one key follows another two of them sign.
  const signing = checkNoteSignatures(
    checkpoint.note,
    policy.logs.map(({ key }) => key),
  ).map(({ key }) => formatVkey(key))
  return { name, state: signing.some((key) => keys.includes(key)) ? 'agrees' : 'differs', keys }
}

/** The alarm of a disagreement; none for a key that is not there, or a DNS that does not answer. */
export function dnsAlarms(found: KeyInDns | null): LogAlarm[] {
  if (found?.state !== 'differs') return []
  return [{ code: 'key_in_dns', where: found.name, sentence: `The DNS names another key: ${found.keys.join(', ')}.` }]
}

/** @returns null where nothing is known */
async function readKeys(name: string, origin: string): Promise<string[] | null> {
  const texts = await resolveTxt(name).catch(() => null)
  return texts && texts.filter((text) => isKeyOf(origin, text))
}

/** Records of other things may stand under the name. */
function isKeyOf(origin: string, text: string): boolean {
  try {
    return parseVkey(text).name === origin
  } catch (error) {
    if (error instanceof LogFormatError) return false
    throw error
  }
}
