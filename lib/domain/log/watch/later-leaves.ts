import type { LogLeaf } from '@/lib/domain/log/log-leaf'

/** Whose later leaves are looked for. */
interface LaterOf {
  /** The tag that the certificate's next leaf would have. */
  nextTag: Buffer
  issuerId: string
  /** The key that the certificate is signed with, and whose it is. */
  key: { id: string; owner: string }
  /** The size of the tree that was known then: what stands in it is no news. */
  since: number
}

type KeyState = 'active' | 'retired' | 'compromised'

/** In the order that a key goes through them: it never comes back. */
const STATES: readonly KeyState[] = ['active', 'retired', 'compromised']

function laterState(before: KeyState | null, state: KeyState): KeyState {
  return before !== null && STATES.indexOf(before) > STATES.indexOf(state) ? before : state
}

/** What leaves have said of an issuer and a key so far. */
interface Known {
  /** Of the issuer's history, the newest entry that was seen. */
  sequence: number
  isSuspended: boolean
  /** null while the log does not have the key. */
  keyState: KeyState | null
}

/** What a log says of a certificate, its issuer and its key, besides the leaves that are proved: fed with all of its leaves. */
export class LaterLeaves {
  /** The certificate's next leaf: something happened to it. At is in seconds since 1970. */
  next: { index: number; at: number } | null = null
  readonly #of: LaterOf
  #then: Known = { sequence: 0, isSuspended: false, keyState: null }
  #now = this.#then

  constructor(of: LaterOf) {
    this.#of = of
  }

  get isSuspended(): boolean {
    return this.#now.isSuspended
  }

  get isSuspendedSince(): boolean {
    return this.#now.isSuspended && !this.#then.isSuspended
  }

  get isKeyCompromisedSince(): boolean {
    return this.#now.keyState === 'compromised' && this.#then.keyState !== 'compromised'
  }

  get isKeyKnown(): boolean {
    return this.#now.keyState !== null
  }

  /** @param index in the order of the log */
  take(index: number, leaf: LogLeaf): void {
    const { nextTag, issuerId, key, since } = this.#of
    if (leaf.kind === 'sealed' && leaf.fields.tag.equals(nextTag)) this.next = { index, at: leaf.fields.at }
    if (
      leaf.kind === 'log-chain/v1' &&
      leaf.fields.chain_id === issuerId &&
      leaf.fields.sequence > this.#now.sequence
    ) {
      const { sequence, type } = leaf.fields
      this.#now = { ...this.#now, sequence, isSuspended: type === 'suspended' }
    }
    if (leaf.kind === 'log-key/v1' && leaf.fields.key_id === key.id && leaf.fields.owner === key.owner)
      this.#now = { ...this.#now, keyState: laterState(this.#now.keyState, leaf.fields.state) }
    if (index < since) this.#then = this.#now
  }
}
