import type { LogLeaf } from '@/lib/domain/log/log-leaf'

/** Whose later leaves are looked for. */
interface LaterOf {
  /** The tag that the certificate's next leaf would have. */
  nextTag: Buffer
  issuerId: string
  /** The key that the certificate is signed with, and whose it is. */
  key: { id: string; owner: string }
}

/** What a log says of a certificate, its issuer and its key, besides the leaves that are proved: fed with all of its leaves. */
export class LaterLeaves {
  /** The certificate's next leaf: something happened to it. At is in seconds since 1970. */
  next: { index: number; at: number } | null = null
  isIssuerSuspended = false
  /** null while the log does not have the key. */
  keyState: 'active' | 'retired' | 'compromised' | null = null
  readonly #of: LaterOf

  constructor(of: LaterOf) {
    this.#of = of
  }

  take(index: number, leaf: LogLeaf): void {
    const { nextTag, issuerId, key } = this.#of
    if (leaf.kind === 'sealed' && leaf.fields.tag.equals(nextTag)) this.next = { index, at: leaf.fields.at }
    if (leaf.kind === 'log-chain/v1' && leaf.fields.chain_id === issuerId)
      this.isIssuerSuspended = leaf.fields.type === 'suspended'
    if (leaf.kind === 'log-key/v1' && leaf.fields.key_id === key.id && leaf.fields.owner === key.owner)
      this.keyState = leaf.fields.state
  }
}
