import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parseVkey } from '@/lib/crypto/tlog/note-key'
import { decodePublicKey } from '@/lib/crypto/vrf/edwards-point'
import type { LogFaultCode } from './log-fault'
import { type LogLeaf, parseLogLeaf } from './log-leaf'
import { SeenTags } from './seen-tags'

/** How many leaves of each kind a log has. */
export type LeafCounts = Record<string, number>

/** The rules that the leaves of one log follow together (spec part 18): fed with them in their order. */
export class LogGrammar {
  readonly counts: LeafCounts = {}
  readonly #origin: string
  readonly #tags = new SeenTags()
  readonly #issuers = new Set<string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /**
   * Takes the next leaf.
   * @returns the leaf where it could be read, and what is wrong with it
   */
  take(index: number, bytes: Buffer): { leaf: LogLeaf | null; fault: [LogFaultCode, string] | null } {
    let leaf: LogLeaf
    try {
      leaf = parseLogLeaf(bytes)
    } catch (error) {
      if (!(error instanceof LogFormatError)) throw error
      return { leaf: null, fault: ['leaf', error.message] }
    }
    this.counts[leaf.kind] = (this.counts[leaf.kind] ?? 0) + 1
    return { leaf, fault: this.#faultOf(index, leaf) }
  }

  #faultOf(index: number, leaf: LogLeaf): [LogFaultCode, string] | null {
    if ((index === 0) !== (leaf.kind === 'log-begin/v1'))
      return ['leaf', 'The log begins with its first leaf, and once.']
    if (leaf.kind === 'log-issuer/v1') this.#issuers.add(leaf.fields.id)
    if (leaf.kind === 'log-begin/v1') return this.#beginFault(leaf.fields)
    if (leaf.kind !== 'sealed') return null
    if (!this.#issuers.has(leaf.fields.issuerId))
      return ['leaf', 'The leaf is of an issuer that was not entered before.']
    return this.#tags.add(leaf.fields.tag) ? null : ['tag_twice', 'A leaf before it has the same tag.']
  }

  #beginFault(fields: { origin: string; vkey: string; vrf_key: string }): [LogFaultCode, string] | null {
    if (fields.origin !== this.#origin) return ['leaf', 'The log begins under another origin than its checkpoint’s.']
    if (!isLogKeyOf(fields.vkey, this.#origin)) return ['leaf', 'The log begins with a key that is none of its own.']
    const vrfKey = Buffer.from(fields.vrf_key, 'base64url')
    return decodePublicKey(vrfKey) ? null : ['leaf', 'The log begins with a VRF key that is none.']
  }
}

function isLogKeyOf(vkey: string, origin: string): boolean {
  try {
    const key = parseVkey(vkey)
    return key.purpose === 'log' && key.name === origin
  } catch {
    return false
  }
}
