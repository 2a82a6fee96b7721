import type { ReactElement } from 'react'
import { MailSettingsPage } from '@/components/desk/mail/mail-settings-page'
import { ActivityPage } from '@/components/desk/organization/activity-page'
import { ApprovalsPage } from '@/components/desk/organization/approvals-page'
import { InvitePage } from '@/components/desk/organization/invite-page'
import { KeysPage } from '@/components/desk/organization/keys-page'
import { NewKeyPage } from '@/components/desk/organization/new-key-page'
import { OrganizationPage } from '@/components/desk/organization/organization-page'
import { OwnWordsPage } from '@/components/desk/organization/own-words-page'
import { PeoplePage } from '@/components/desk/organization/people-page'
import { DeskReportPage } from '@/components/desk/organization/report-page'
import { ReportsPage } from '@/components/desk/organization/reports-page'
import { deskRefusal } from '@/lib/i18n/desk/refusal'
import { deskText } from '@/lib/i18n/desk/text'
import { AT, mailInReadersLanguage, maryam, OLD, ORGANIZATION, page, SERIAL, viewer, WORDS } from './sample-desk-scene'
import { webhookPages } from './webhook-pages'

/** Pages of the organization. */
export function issuerPages(): Record<string, ReactElement> {
  const waiting = [
    {
      id: 'w1',
      serial: SERIAL,
      fullName: 'Ana-Lucía Müller Nguyễn',
      reason: 'The course was not completed',
      publicReason: 'Issued in error.',
      askedByName: 'Bo Öz',
      askedAt: AT,
      own: false,
    },
    {
      id: 'w2',
      serial: OLD,
      fullName: null,
      reason: 'Twice',
      publicReason: null,
      askedByName: null,
      askedAt: AT,
      own: true,
    },
  ]
  const key = { createdAt: AT, revokedAt: null, lastUsedAt: AT, revokedReason: null }
  const keys = [
    { id: 'k1', name: 'Student register', lastFour: 'x7Qf', ...key },
    { id: 'k2', name: 'Old register', lastFour: '0aZ9', ...key, revokedAt: AT },
  ] as never
  const person = { createdAt: AT, lastSeenAt: AT }
  const people = [
    { userId: 'u1', name: viewer.name, email: 'maryam@northshore.example', role: 'owner' as const, ...person },
    {
      userId: 'u2',
      name: 'Bo Öz',
      email: 'bo.a.rather.long.name@northshore.example',
      role: 'editor' as const,
      ...person,
      lastSeenAt: null,
    },
  ]
  const invited = [{ id: 'i1', email: 'new@northshore.example', role: 'reader' as const, expiresAt: AT }]
  const entry = {
    actor: maryam,
    actorId: 'user:1',
    address: '203.0.113.7',
    detail: null,
    person: null,
    at: AT.getTime(),
  }
  const entries = [
    { id: '6', ...entry, action: 'certificate.withdrawn', subject: SERIAL },
    {
      id: '5',
      ...entry,
      action: 'certificates.searched',
      subject: null,
      detail: { lookups: 2, serials: 50 },
    },
    {
      id: '4',
      ...entry,
      action: 'certificate.opened',
      subject: '7QFK-3M2N-8XPR-T5VA',
      detail: { lookups: 1, serials: 1 },
    },
    {
      id: '3',
      ...entry,
      action: 'key.used',
      subject: 'k',
      actor: { kind: 'key', name: 'Student register' } as const,
      detail: { lookups: 3, serials: 212 },
    },
    { id: '2', ...entry, action: 'account.signed_in', subject: 'u1', address: '2001:db8:11:22:33:44:55:66' },
    { id: '1', ...entry, action: 'person.invited', subject: 'i', actor: { kind: 'operator' } as const, address: null },
  ]
  const report = {
    id: 'r1',
    kind: 'forgery' as const,
    serial: SERIAL,
    message: 'Offered on a market for 40 pounds.\nThe name was scratched out and written anew.',
    email: 'witness@example.org',
    createdAt: AT,
    closedAt: null,
    closedBy: null,
    note: null,
  }
  const closed = {
    ...report,
    id: 'r2',
    kind: 'mistake' as const,
    serial: OLD,
    closedAt: AT,
    closedBy: maryam,
    note: 'Corrected.',
  }
  return {
    'desk-reports': <ReportsPage {...page} open={[report]} closed={[closed]} done={false} />,
    'desk-report': <DeskReportPage {...page} report={report} note="" problem={null} />,
    'desk-approvals': (
      <ApprovalsPage {...page} waiting={waiting} total={2} owners={2} decisions={null} problem={null} />
    ),
    ...webhookPages(),
    'desk-organization': <OrganizationPage {...page} organization={ORGANIZATION} words={WORDS} done />,
    'desk-invite': (
      <InvitePage
        {...page}
        once="x"
        email="maryam.northshore"
        role="reader"
        mail
        problem={{ field: 'email', text: deskRefusal('This is not an e-mail address.').text }}
      />
    ),
    'desk-new-key': (
      <NewKeyPage
        {...page}
        once="x"
        name=""
        problem={{ field: 'name', text: deskRefusal('The name is missing').text }}
      />
    ),
    'desk-own-words': (
      <OwnWordsPage
        {...page}
        words={{ ...WORDS, website: 'http://www.northshore.example' }}
        problem={{ field: 'website', text: deskText('ownWords.badWebsite') }}
      />
    ),
    'desk-mail': (
      <MailSettingsPage
        {...page}
        mail
        typed={{ language: 'ar', words: 'Well done! Your badge follows in a week.', notify: true, replyTo: '' }}
        replyTo="office@northshore.example"
        asked={{ replyTo: 'certificates@northshore.example', until: AT }}
        domainCounts
        wordsLength={500}
        serviceLanguage="en"
        shown={mailInReadersLanguage()}
        ownAddress="maryam@northshore.example"
        done={null}
        problem={null}
      />
    ),
    'desk-keys': <KeysPage {...page} keys={keys} revoked={false} />,
    'desk-people': <PeoplePage {...page} self="u1" people={people} invited={invited} keys={[]} done={null} />,
    'desk-activity': <ActivityPage {...page} entries={entries} next="1" withAddresses first />,
  }
}
