/** The processes that a signer answers, each by a socket of its own (docs/decisions/0084). */
export type SignerClientRole = 'desk' | 'public'

const named = (name: string) => `certificate-verification/${name}`

/** What everyone who answers the public needs: seals of the rows that visitors make, and what is encrypted for them and for mail. */
const EVERYBODYS = [
  ...['row-seal/v1', 'erasure-key/v1', 'journal-snapshot/v1', 'mail/v1', 'mail-recipient/v1'],
  ...['report-sender/v1', 'watch-counting/v1', 'watch-request/v1', 'watcher/v1'],
].map(named)

/** What the desk has besides: seals of the rows that let its people act, and what it stores encrypted. */
const OF_THE_DESK = [
  ...['batch-file-name/v1', 'batch-refused-rows/v1', 'desk-row-seal/v1', 'desk-sign-in/v1', 'desk-signing-key/v1'],
  ...['issue-layout/v1', 'issue-run-file/v2', 'issue-run-outcome/v2', 'issue-run-preview/v2', 'journal-enclosure/v1'],
  ...['journal-outbox/v1', 'reply-to-code/v1', 'shown-once/v1', 'webhook/v1'],
].map(named)

/** What opens private keys or backups, or vouches for keys, issuers, their slugs and restores: nobody is handed it. */
export const KEPT_LABELS = [
  ...['backup/v1', 'issuer-row-mac/v1', 'issuer-row/v2', 'key-name/v1', 'log-key-row-mac/v1', 'operator-row-seal/v1'],
  ...['restore-row-mac/v1', 'root-key/v1', 'sealed-private-key/v1', 'service-key-row-mac/v1'],
].map(named)

/** The purposes whose derived keys a process is handed. */
export const HANDED_LABELS: Record<SignerClientRole, readonly string[]> = {
  public: EVERYBODYS,
  desk: [...EVERYBODYS, ...OF_THE_DESK],
}
