import { decodeBase64url } from '@/lib/crypto/encoding/base64url'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import type { LogLeaf } from '@/lib/domain/log/log-leaf'
import type { PublicLeaf } from '@/lib/domain/log/public-leaf'
import { IssuerLooks } from './issuer-looks'
import type { LogAlarm, LogAlarmCode } from './log-alarm'

/** How long before the checkpoint that did not have it yet a leaf may say that something happened, in seconds. */
const MOST_BACK = 3600

export interface WatchedIssuer {
  did: string
  /** Hashes of the leaves (RFC 6962, lowercase hexadecimal) that the issuer knows; null when it gave no list. */
  known: ReadonlySet<string> | null
}

/** A leaf in the watched issuer's name. */
export interface OwnLeaf {
  index: number
  /** Seconds since 1970. */
  at: number
  hash: string
}

interface WatchOptions {
  policy: TrustPolicy
  /** What was seen before: alarms are of leaves from here on, and of the issuer's from the first. */
  oldSize: number
  /** When the checkpoint of `oldSize` was made, in seconds since 1970, as far as anybody knows. */
  oldTime: number | null
  issuer: WatchedIssuer | null
}

/** What the leaves of a log give cause for, besides their grammar: fed with all of them in their order. */
export class LeafWatch {
  readonly alarms: LogAlarm[] = []
  readonly own: OwnLeaf[] = []
  /** The status lists that the log speaks of. */
  readonly lists = new Set<string>()
  readonly #options: WatchOptions
  readonly #looks = new IssuerLooks()
  /** Before this, leaves are of events that happened before there was a log. */
  #isIntakeOver = false
  #ownId: string | null = null

  constructor(options: WatchOptions) {
    this.#options = options
  }

  take(index: number, leaf: LogLeaf, bytes: Buffer): void {
    this.#checkTime(index, leaf)
    if (leaf.kind === 'sealed') this.#takeSealed(index, leaf.fields, bytes)
    if (leaf.kind === 'log-issuer/v1') this.#takeIssuer(index, leaf.fields)
    if (leaf.kind === 'log-key/v1') this.#takeKey(index, leaf.fields)
    if (leaf.kind === 'log-list/v1') this.lists.add(leaf.fields.list_id)
    if (leaf.kind === 'log-notice/v1' && leaf.fields.notice === 'intake-end') this.#isIntakeOver = true
  }

  #checkTime(index: number, leaf: LogLeaf): void {
    const { oldTime } = this.#options
    if (leaf.kind === 'unknown' || oldTime === null || !this.#isIntakeOver) return
    const at = leaf.kind === 'sealed' ? leaf.fields.at : Math.floor(leaf.fields.at / 1000)
    if (at < oldTime - MOST_BACK) {
      this.#raise('backdated', index, `It says ${isoOf(at)}, but it was not there yet at ${isoOf(oldTime)}.`)
    }
  }

  #takeSealed(index: number, { issuerId, at }: { issuerId: string; at: number }, bytes: Buffer): void {
    if (issuerId !== this.#ownId) return
    const hash = leafHash(bytes).toString('hex')
    this.own.push({ index, at, hash })
    const { known } = this.#options.issuer ?? {}
    if (known && !known.has(hash)) {
      const sentence = `It is in the issuer’s name, of ${isoOf(at)}, and not among those that the issuer knows.`
      this.alarms.push({ code: 'not_known', where: `leaf ${index}`, sentence })
    }
  }

  #takeIssuer(index: number, { id, did, name, domain }: Fields<'log-issuer/v1'>): void {
    if (did === this.#options.issuer?.did) this.#ownId = id
    const theirs = this.#looks.take(id, typeof name === 'string' ? name : null, domain)
    if (theirs !== null) this.#raise('look_alike', index, `The issuer ${id} looks like ${theirs}.`)
  }

  #takeKey(index: number, { owner, state, public_jwk: jwk }: Fields<'log-key/v1'>): void {
    if (owner !== 'log' || state !== 'active') return
    const bytes = decodeBase64url(jwk.x)
    const isKnown = this.#options.policy.logs.some(({ key }) => bytes !== null && key.publicBytes.equals(bytes))
    if (!isKnown) this.#raise('unknown_key', index, 'It announces a key of the log that the policy does not know.')
  }

  #raise(code: LogAlarmCode, index: number, sentence: string): void {
    if (index >= this.#options.oldSize) this.alarms.push({ code, where: `leaf ${index}`, sentence })
  }
}

type Fields<Kind extends PublicLeaf['kind']> = Extract<PublicLeaf, { kind: Kind }>['fields']

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
