import type { LogLeaf } from '@/lib/domain/log/log-leaf'

/** Whose later leaves are looked for. */
interface LaterOf {
  /** The tag that the certificate's next leaf would have. */
  nextTag: Buffer
  issuerId: string
  /** The key that the certificate is signed with, and whose it is. */
  key: { id: string; owner: string }
}

type KeyState = 'active' | 'retired' | 'compromised'

/** In the order that a key goes through them: it never comes back. */
const STATES: readonly KeyState[] = ['active', 'retired', 'compromised']

function laterState(before: KeyState | null, state: KeyState): KeyState {
  return before !== null && STATES.indexOf(before) > STATES.indexOf(state) ? before : state
}

/** What a log says of a certificate, its issuer and its key, besides the leaves that are proved: fed with all of its leaves. */
export class LaterLeaves {
  /** The certificate's next leaf: something happened to it. At is in seconds since 1970. */
  next: { index: number; at: number } | null = null
  isIssuerSuspended = false
  /** null while the log does not have the key. */
  keyState: KeyState | null = null
  readonly #of: LaterOf
  /** Of the issuer's history, the newest entry that was seen. */
  #sequence = 0

  constructor(of: LaterOf) {
    this.#of = of
  }

  take(index: number, leaf: LogLeaf): void {
    const { nextTag, issuerId, key } = this.#of
    if (leaf.kind === 'sealed' && leaf.fields.tag.equals(nextTag)) this.next = { index, at: leaf.fields.at }
    if (leaf.kind === 'log-chain/v1' && leaf.fields.chain_id === issuerId && leaf.fields.sequence > this.#sequence) {
      this.#sequence = leaf.fields.sequence
      this.isIssuerSuspended = leaf.fields.type === 'suspended'
    }
    if (leaf.kind === 'log-key/v1' && leaf.fields.key_id === key.id && leaf.fields.owner === key.owner)
      this.keyState = laterState(this.keyState, leaf.fields.state)
  }
}
