import type { ReactElement } from 'react'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import { createTranslator } from '@/lib/i18n/translate'
import { AccountPage } from '@/components/desk/sign-in/account-page'
import { ActivityPage } from '@/components/desk/organization/activity-page'
import { ApprovalsPage } from '@/components/desk/organization/approvals-page'
import { CertificatePage } from '@/components/desk/certificates/certificate-page'
import { CertificatesPage } from '@/components/desk/certificates/certificates-page'
import { CorrectPage } from '@/components/desk/certificates/correct-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuePage } from '@/components/desk/certificates/issue-page'
import { IssueRunPage } from '@/components/desk/certificates/issue-run-page'
import { KeysPage } from '@/components/desk/organization/keys-page'
import { LookUpPage } from '@/components/desk/certificates/look-up-page'
import { PasskeysPage } from '@/components/desk/sign-in/passkeys-page'
import { PeoplePage } from '@/components/desk/organization/people-page'
import { DeskReportPage } from '@/components/desk/organization/report-page'
import { ReportsPage } from '@/components/desk/organization/reports-page'
import { SignInPage } from '@/components/desk/sign-in/sign-in-pages'
import { StartPage } from '@/components/desk/start-page'
import { WithdrawPage } from '@/components/desk/certificates/withdraw-page'

const AT = new Date('2026-11-20T13:58:04Z')
const viewer: DeskViewer = {
  name: 'Maryam al-Fārsī',
  issuer: { id: '0b9c3a52-3c1e-4c57-8f6e-0d1f6b1f8f11', name: 'Northshore Maritime Academy', role: 'owner' },
  others: [{ id: '5f0a7c1d-8a54-4c4e-9d37-6a1a2a2f6a22', name: 'Harbour Safety School' }],
  openReports: 2,
}
const page = { host: 'verify.example.org', viewer }
const SERIAL = '7K3M-9QXT-2VBD-8RWN'
const OLD = 'H2WC-41ZP-QM7E-0TKS'

const certificate: CertificateWire = {
  id: '3b7f2c18-0f0b-4a53-9a8c-0c7f9a5b3c33',
  serial: SERIAL,
  status: 'issued',
  revision: 2,
  issued_at: '2026-11-03T09:00:00Z',
  expires_at: '2031-11-03T09:00:00Z',
  recorded_at: '2026-11-03T09:00:00Z',
  withdrawn_at: null,
  withdrawal_reason: null,
  recipient: { full_name: 'Ana-Lucía Müller Nguyễn', registration_number: 'REG-0418' },
  event: { title: 'Basic Safety Training', achievement: 'Passed with distinction', date: '2026-11-03' },
  issuer: {
    name: 'Northshore Maritime Academy',
    slug: 'northshore',
    verified_domain: 'northshore.example',
    assurance_label: 'Domain verified',
  },
  verification_url: `https://verify.example.org/verify/${SERIAL}`,
}
const before: CertificateWire = {
  ...certificate,
  id: '1d1f2c18-0f0b-4a53-9a8c-0c7f9a5b3c44',
  serial: OLD,
  status: 'superseded',
  revision: 1,
  recipient: { ...certificate.recipient, full_name: 'Ana-Lucia Mueller Nguyen' },
}
const other: CertificateWire = {
  ...certificate,
  serial: 'A/12-3',
  status: 'withdrawn',
  recipient: { full_name: 'محمد بن سلمان الحربي', registration_number: null },
}
const maryam = { kind: 'person', name: viewer.name } as const

/** Pages of the desk with made-up data, for the pictures. */
export function sampleDeskPages(): Record<string, ReactElement> {
  return { ...personalPages(), ...certificatePages(), ...issuePages(), ...issuerPages() }
}

function personalPages(): Record<string, ReactElement> {
  const passkeys = [
    { id: 'a', name: 'Telephone', createdAt: AT, lastUsedAt: AT },
    { id: 'b', name: 'Key ring', createdAt: AT, lastUsedAt: null },
  ]
  const session = { createdAt: AT, address: '203.0.113.7' }
  const sessions = [
    { id: 'one', ...session, isThis: true, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' },
    { id: 'two', ...session, isThis: false, userAgent: null, address: '2001:db8:11:22:33:44:55:66' },
  ]
  const account = { hasPassword: true, hasAuthenticatorApp: true, passkeys, sessions }
  const recent = [
    {
      id: '3',
      at: AT,
      action: 'certificate.withdrawn' as const,
      who: { kind: 'person' as const, name: 'Bo Öz' },
      serial: OLD,
      count: null,
      end: null,
    },
    {
      id: '2',
      at: AT,
      action: 'certificates.issued' as const,
      who: { kind: 'person' as const, name: 'Bo Öz' },
      serial: null,
      count: 412,
      end: null,
    },
    {
      id: '1',
      at: AT,
      action: 'key.created' as const,
      who: { kind: 'operator' as const },
      serial: null,
      count: null,
      end: 'x7Qf',
    },
  ]
  return {
    'desk-sign-in': (
      <SignInPage host={page.host} next="/dashboard" refused="password" email="maryam@northshore.example" />
    ),
    'desk-start': <StartPage {...page} suspended={false} news={{ recent, waiting: 2 }} />,
    'desk-account': <AccountPage {...page} email="maryam@northshore.example" account={account} done="ended" />,
    'desk-passkeys': <PasskeysPage {...page} passkeys={passkeys} problem={null} />,
  }
}

function certificatePages(): Record<string, ReactElement> {
  const lastCheckedText = createTranslator('en').formatMoment(AT)
  const row = { checkCount: 12, lastCheckedAt: AT.toISOString(), lastCheckedText }
  const isCurrent = { currentStatus: '', currentStatusText: '' }
  const nothing = { current: '', ...isCurrent, replaced: [], checkCount: 0, lastCheckedAt: '', lastCheckedText: '' }
  const rows = [
    {
      serial: OLD,
      found: true,
      status: 'superseded',
      statusText: 'Replaced',
      current: SERIAL,
      currentStatus: 'verified',
      currentStatusText: 'Verified',
      replaced: [OLD],
      ...row,
    },
    {
      serial: 'A/12-3',
      found: true,
      status: 'withdrawn',
      statusText: 'Withdrawn',
      current: 'A/12-3',
      ...isCurrent,
      replaced: [],
      ...row,
    },
    { serial: '0123-4567-89AB-CDE4', found: false, status: 'not_found', statusText: 'Not found', ...nothing },
  ]
  const own = {
    certificate,
    overallStatus: 'verified' as const,
    chain: [
      { certificate: before, overallStatus: 'superseded' as const },
      { certificate, overallStatus: 'verified' as const },
    ],
    history: [
      { type: 'issued' as const, at: AT.getTime() - 864e5, actor: maryam, serial: OLD, correction: null, reason: null },
      {
        type: 'corrected' as const,
        at: AT.getTime(),
        actor: maryam,
        serial: SERIAL,
        correction: { before, after: certificate },
        reason: 'The name was misspelled in the class list.',
      },
    ],
    files: [
      {
        type: 'pdf',
        state: 'current',
        size: 48_213,
        created_at: AT.toISOString(),
        sha256: '3f'.repeat(32),
        url: `https://verify.example.org/api/public/credentials/${SERIAL}/pdf`,
      } as never,
    ],
    mail: [
      { kind: 'certificate' as const, state: 'sent' as const, at: AT.getTime() },
      { kind: 'correction' as const, state: 'failed' as const, at: AT.getTime() },
    ],
    checkCount: 31,
    lastCheckedAt: AT.getTime(),
    checkDays: [1, 4, 2, 9, 3, 12].map((checks, day) => ({ day: `2026-11-${String(14 + day)}`, checks })),
  }
  const fields = { name: '', number: '', serial: '', event: '', status: '' as const }
  const listed = [
    { certificate, overallStatus: 'verified' as const },
    { certificate: other, overallStatus: 'withdrawn' as const },
    { certificate: before, overallStatus: 'superseded' as const },
  ]
  const words = {
    fullName: certificate.recipient.full_name,
    registrationNumber: 'REG-0418',
    eventTitle: certificate.event.title,
    achievement: certificate.event.achievement,
    eventDate: '2026-11-03',
    expiresAt: '2031-11-03T09:00:00Z',
  }
  const { id, serial } = certificate
  const withdrawn = { id, serial, ...words }
  const correction = { id, serial, reason: '', notify: false, mail: true }
  return {
    'desk-look-up': (
      <LookUpPage {...page} serials={`${OLD}\nA/12-3`} show="all" order="sent" problem={null} rows={rows} />
    ),
    'desk-certificates': (
      <CertificatesPage
        {...page}
        fields={fields}
        certificates={listed}
        nextHref="?after=x"
        firstHref={null}
        stopped={false}
      />
    ),
    'desk-certificate': <CertificatePage {...page} own={own} />,
    'desk-correct': <CorrectPage {...page} {...correction} words={words} problem={null} />,
    'desk-withdraw': (
      <WithdrawPage
        {...page}
        certificate={withdrawn}
        mail
        typed={{ serial: '', reason: '', publicReason: '', notify: false }}
        problem="The reason is missing."
      />
    ),
  }
}

function issuePages(): Record<string, ReactElement> {
  const errors = [
    { line: 3, error: 'full_name is missing.' },
    { line: 17, error: 'event_date is no day, as 2026-11-03.' },
  ]
  const counts = { issued: 0, already: 1, refused: 2, held: 410, mailed: 0 }
  const report = { ...counts, errors, resultCsv: null, refusedCsv: null }
  const run = { id: 'x', fileName: 'autumn-2026.csv', preview: report, problem: null, outcome: null }
  return {
    'desk-issue': <IssuePage {...page} suspended={false} mail problem={null} />,
    'desk-issue-checked': <IssueRunPage {...page} {...run} state="ready" progress={{ done: 0, total: 410 }} />,
    'desk-issuing': <IssueRunPage {...page} {...run} state="issuing" progress={{ done: 120, total: 410 }} />,
  }
}

function issuerPages(): Record<string, ReactElement> {
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
  const entry = { actor: maryam, actorId: 'user:1', address: '203.0.113.7', detail: null, at: AT.getTime() }
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
    'desk-keys': <KeysPage {...page} keys={keys} revoked={false} />,
    'desk-people': <PeoplePage {...page} self="u1" people={people} invited={invited} done={null} />,
    'desk-activity': <ActivityPage {...page} entries={entries} next="1" withAddresses first />,
  }
}
