import { table } from '@/cli/table'
import { dayOf } from '@/lib/domain/text/day-of'
import type { JournalReplay } from '@/lib/service/journal/replay-journal'

type Restored = NonNullable<JournalReplay['restored']>

/** Says in words what was put out of effect in a restored database, and what the operator has to review. */
export function explainRestored({ mail, passports, sessions, links, keys, people }: Restored): string[] {
  return [
    '',
    'The journal does not record other changes since the backup, so these were stopped:',
    `  messages that waited, and may have been sent since: ${mail} (certs mail list; certs mail retry or cancel, --restored for all)`,
    `  public passports, which their holders make public again by the private link: ${passports}`,
    `  sessions at the desk: ${sessions}`,
    `  open invitations and links for a new password: ${links} (certs user invite, certs user reset)`,
    'What was ended since the backup is valid again: private links, passwords, keys, webhooks and people at the desk.',
    'Look through them, and end what was ended: certs key revoke, certs webhook pause, certs user remove or reset, certs passport link.',
    ...section(`API keys: ${keys.length}`, ['Issuer', 'ID', 'Name', 'Ends in', 'Created'], keys, (key) => [
      ...[key.issuer, key.id, key.name, key.lastFour, dayOf(key.createdAt)],
    ]),
    ...section(`People at the desk: ${people.length}`, ['Issuer', 'E-mail', 'Role'], people, (person) => [
      ...[person.issuer, person.email, person.role],
    ]),
  ]
}

function section<T>(heading: string, columns: string[], rows: readonly T[], cells: (row: T) => string[]): string[] {
  return ['', heading, ...(rows.length > 0 ? table(columns, rows.map(cells)) : [])]
}

/** The same as a document. */
export function restoredDocument({ mail, passports, sessions, links, keys, people }: Restored) {
  return {
    ...{ mail, passports, sessions, links, people },
    keys: keys.map(({ id, issuer, name, lastFour, createdAt }) => ({
      ...{ id, issuer, name, last_four: lastFour, created_at: createdAt.toISOString() },
    })),
  }
}
