import type { ReactElement } from 'react'
import { CertificatePage } from '@/components/desk/certificates/certificate-page'
import { CertificatesPage } from '@/components/desk/certificates/certificates-page'
import { CorrectPage } from '@/components/desk/certificates/correct-page'
import { LookUpPage } from '@/components/desk/certificates/look-up-page'
import { SelectedPage } from '@/components/desk/certificates/selected-page'
import { WithdrawPage } from '@/components/desk/certificates/withdraw-page'
import { DesignsPage } from '@/components/desk/designs/designs-page'
import { typedOf } from '@/components/desk/designs/typed-design'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { FiguresPage } from '@/components/desk/figures/figures-page'
import { BatchPage } from '@/components/desk/issue/batch-page'
import { IssuePage } from '@/components/desk/issue/issue-page'
import { IssueRowsPage } from '@/components/desk/issue/issue-rows-page'
import { IssueRunPage } from '@/components/desk/issue/issue-run-page'
import { MailSettingsPage } from '@/components/desk/mail/mail-settings-page'
import { ActivityPage } from '@/components/desk/organization/activity-page'
import { ApprovalsPage } from '@/components/desk/organization/approvals-page'
import { KeysPage } from '@/components/desk/organization/keys-page'
import { OrganizationPage } from '@/components/desk/organization/organization-page'
import { OwnWordsPage } from '@/components/desk/organization/own-words-page'
import { PeoplePage } from '@/components/desk/organization/people-page'
import { PublicLogPage } from '@/components/desk/organization/public-log-page'
import { DeskReportPage } from '@/components/desk/organization/report-page'
import { ReportsPage } from '@/components/desk/organization/reports-page'
import { AccountPage } from '@/components/desk/sign-in/account-page'
import { PasskeysPage } from '@/components/desk/sign-in/passkeys-page'
import { SignInPage } from '@/components/desk/sign-in/sign-in-pages'
import { StartPage } from '@/components/desk/start-page'
import { NewWebhookPage } from '@/components/desk/webhooks/new-webhook-page'
import { WebhookPage } from '@/components/desk/webhooks/webhook-page'
import { WebhookSecretPage } from '@/components/desk/webhooks/webhook-secret-page'
import { WebhooksPage } from '@/components/desk/webhooks/webhooks-page'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskText } from '@/lib/i18n/desk/text'
import { createTranslator } from '@/lib/i18n/translate'

const AT = new Date('2026-11-20T13:58:04Z')
const viewer: DeskViewer = {
  name: 'Maryam al-Fārsī',
  issuer: { id: '0b9c3a52-3c1e-4c57-8f6e-0d1f6b1f8f11', name: 'Northshore Maritime Academy', role: 'owner' },
  others: [{ id: '5f0a7c1d-8a54-4c4e-9d37-6a1a2a2f6a22', name: 'Harbour Safety School' }],
  hasChosenReading: false,
  openReports: 2,
}
/** A message about a certificate, in the language that the page is read in. */
function mailInReadersLanguage() {
  const { language, t, dir } = createTranslator(deskReader().language)
  const values = { issuer: 'Northshore Maritime Academy', name: 'Maryam al-Fārsī', event: t('mail.test.event') }
  return {
    ...{ to: 'maryam@northshore.example', language, dir },
    subject: t('mail.certificate.subject', values),
    paragraphs: [
      t('mail.certificate.sentence', { ...values, achievement: t('mail.test.achievement') }),
      t('mail.certificate.link'),
      'https://verify.example.org/verify/…',
      t('mail.certificate.added', values),
      'Well done! Your badge follows in a week.',
    ],
    footer: [t('mail.why.certificate', values)],
  }
}
const WORDS = {
  description: 'Trains seafarers for service on deck and in the engine room.\nSince 1911.',
  contact: 'office@northshore.example',
  website: 'https://www.northshore.example/',
}
const ORGANIZATION = {
  ...{ name: 'Northshore Maritime Academy', slug: 'northshore', domain: 'northshore.example' },
  ...{ assurance: 'verified' as const, suspended: false, recordHolds: true },
  did: 'did:web:verify.example.org:issuers:0b9c3a52-3c1e-4c57-8f6e-0d1f6b1f8f11',
  record: { name: '_certificate-issuer.northshore.example', value: 'issuer=0b9c3a52-3c1e-4c57-8f6e-0d1f6b1f8f11' },
  ...{ last: { at: AT, result: 'seen' as const }, seenAt: AT },
}
const page = { host: 'verify.example.org', viewer }
const bars = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(AT.getTime() - (29 - index) * 864e5).toISOString().slice(0, 10),
  count: (index * 37) % 91,
}))
const publicLog = {
  ...{ origin: 'verify.example.org/log', address: 'https://verify.example.org' },
  did: 'did:web:verify.example.org:issuers:0b9c3a52-3c1e-4c57-8f6e-0d1f6b1f8f11',
  vkeys: [`verify.example.org/log+d3a1f0b2+${'Aa7x'.repeat(11)}`],
  ...{ size: 41_988, leaves: 1362, intakeEndedAt: AT.getTime() - 864e6, countedAt: AT.getTime() },
  ...{ days: bars.map(({ day, count }) => ({ day, leaves: count })), strangeCount: 0, strange: [] },
}
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
  pdf_url: 'https://verify.example.org/api/public/credentials/3b7f2c18-0f0b-4a53-9a8c-0c7f9a5b3c33/pdf',
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
      name: 'Ana-Lucía Müller Nguyễn',
      count: null,
      end: null,
    },
    {
      id: '2',
      at: AT,
      action: 'certificates.issued' as const,
      who: { kind: 'person' as const, name: 'Bo Öz' },
      serial: null,
      name: null,
      count: 412,
      end: null,
    },
    {
      id: '1',
      at: AT,
      action: 'key.created' as const,
      who: { kind: 'operator' as const },
      serial: null,
      name: null,
      count: null,
      end: 'x7Qf',
    },
  ]
  const figures = {
    issuedFrom: '2026-10-25',
    issued: [0, 4, 12, 9, 30, 41],
    checks: [12, 9, 14, 6, 10, 4, 7],
    ending: [0, 2, 0, 5],
    batches: [{ id: 'f2', at: AT, certificates: 410, title: 'Basic Safety Training', fileName: 'autumn-2026.xlsx' }],
    steps: { domain: true, logo: false, issued: true, secondOwner: false },
  }
  return {
    'desk-sign-in': (
      <SignInPage host={page.host} next="/dashboard" refused="password" email="maryam@northshore.example" />
    ),
    'desk-start': (
      <StartPage
        {...page}
        suspended={false}
        figures={figures}
        news={{ recent, waiting: 2, deadWebhooks: 1, strangeEntries: 2 }}
      />
    ),
    'desk-account': <AccountPage {...page} email="maryam@northshore.example" account={account} done="ended" />,
    'desk-passkeys': <PasskeysPage {...page} passkeys={passkeys} problem={null} />,
  }
}

function certificatePages(): Record<string, ReactElement> {
  const lastCheckedText = createTranslator(deskReader().language).formatMoment(AT)
  const row = { checkCount: 12, lastCheckedAt: AT.toISOString(), lastCheckedText }
  const isCurrent = { currentStatus: '', currentStatusText: '' }
  const nothing = { current: '', ...isCurrent, replaced: [], checkCount: 0, lastCheckedAt: '', lastCheckedText: '' }
  const rows = [
    {
      serial: OLD,
      found: true,
      status: 'superseded',
      statusText: deskText('status.superseded'),
      current: SERIAL,
      currentStatus: 'verified',
      currentStatusText: deskText('status.verified'),
      replaced: [OLD],
      ...row,
    },
    {
      serial: 'A/12-3',
      found: true,
      status: 'withdrawn',
      statusText: deskText('status.withdrawn'),
      current: 'A/12-3',
      ...isCurrent,
      replaced: [],
      ...row,
    },
    {
      serial: '0123-4567-89AB-CDE4',
      found: false,
      status: 'not_found',
      statusText: deskText('lookUp.notFound'),
      ...nothing,
    },
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
    watchers: 'few' as const,
    checkDays: [1, 4, 2, 9, 3, 12].map((checks, day) => ({ day: `2026-11-${String(14 + day)}`, checks })),
  }
  const fields = {
    name: '',
    number: '',
    serial: '',
    event: '',
    status: '' as const,
    checked: '' as const,
    ends: '',
    course: '',
    batch: '',
    from: '',
    until: '',
    order: '' as const,
  }
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
        sought=""
        {...page}
        fields={fields}
        sources={{
          courses: ['Basic Safety Training', 'Fire Fighting'],
          batches: [{ id: 'b', at: AT, title: 'Basic Safety Training' }],
        }}
        certificates={listed}
        nextHref="?after=x"
        firstHref={null}
        stopped={false}
        late={false}
      />
    ),
    'desk-selected': (
      <SelectedPage
        {...page}
        most={200}
        mail
        found={listed}
        missing={['NMC-2026-00999']}
        typed={{ count: '', reason: 'Issued twice', publicReason: '', notify: false }}
        result={null}
        done={null}
        problem={null}
      />
    ),
    'desk-designs': (
      <DesignsPage
        {...page}
        designs={[
          { id: 'd', name: 'Certificate', version: 3, layout: 'band', isDefault: true, events: ['Fire Fighting'] },
        ]}
        waiting={[{ id: 'w', name: 'Summer school', askedAt: AT, forEvent: '' }]}
        typed={{ ...typedOf('Certificate', null), name_1: 'Dr. Helen Okafor', title_1: 'Principal' }}
        pages={(['usual', 'longest', 'arabic', 'chinese', 'shortest'] as const).map((name) => ({
          name,
          picture: '/dashboard/issue/x/page',
        }))}
        done={null}
        problem={null}
      />
    ),
    'desk-certificate': <CertificatePage {...page} own={own} mail />,
    'desk-figures': (
      <FiguresPage
        {...page}
        period="day"
        bars={bars}
        figures={{
          outcomes: [
            { outcome: 'expired', certificates: 310, never: 12, checks: 902 },
            { outcome: 'issued', certificates: 4102, never: 1960, checks: 31_004 },
            { outcome: 'withdrawn', certificates: 7, never: 3, checks: 19 },
          ],
          courses: [
            { course: 'Basic Safety Training', certificates: 3900, never: 1700, checks: 30_001 },
            { course: 'أساسيات السلامة البحرية', certificates: 519, never: 275, checks: 1924 },
          ],
          ending: [
            { month: '2026-12', certificates: 37 },
            { month: '2027-03', certificates: 210 },
          ],
          days: [],
          countedAt: AT.getTime(),
        }}
      />
    ),
    'desk-log': <PublicLogPage {...page} log={publicLog} bars={bars} />,
    'desk-log-strange': (
      <PublicLogPage
        {...page}
        log={{ ...publicLog, strangeCount: 2, strange: [41_207, 40_911].map((index) => ({ index, at: AT.getTime() })) }}
        bars={bars}
      />
    ),
    'desk-correct': <CorrectPage {...page} {...correction} words={words} problem={null} />,
    'desk-withdraw': (
      <WithdrawPage
        {...page}
        certificate={withdrawn}
        mail
        typed={{ serial: '', reason: '', publicReason: '', notify: false }}
        problem={deskText('refusal.missing', { column: deskText('withdraw.reason') })}
      />
    ),
  }
}

function issuePages(): Record<string, ReactElement> {
  const errors = [
    { line: 3, error: 'full_name is missing' },
    { line: 17, error: 'event_date must be a real date such as 2026-03-14, in the years 1900 to 9999' },
  ]
  const counts = { issued: 0, already: 1, refused: 2, held: 410, mailed: 0 }
  const columns = ['full_name', 'event_title', 'achievement', 'event_date']
  const rows = {
    columns,
    first: [{ line: 2, cells: ['Ana-Lucía Müller Nguyễn', 'Basic Safety Training', 'Passed', '2026-11-03'] }],
    longest: 2,
    bad: [{ line: 3, cells: ['', 'Basic Safety Training', 'Passed', '2026-11-03'] }],
  }
  const guess = {
    head: ['Participant', 'Kurs', 'Room'],
    columns: ['full_name' as const, 'event_title' as const, null],
    samples: [['李小龍', 'Basic Safety Training', '12']],
  }
  const report = { ...counts, errors }
  const run = {
    id: 'x',
    fileName: 'autumn-2026.csv',
    preview: report,
    problem: null,
    outcome: null,
    rows,
    mail: null,
    guess: null,
    recalled: null,
  }
  const batch = {
    ...{ id: 'b', at: AT, certificates: 410, fileName: 'autumn-2026.xlsx', refused: 2, refusedCsv: '', next: 51 },
    mail: { sent: 396, failed: 3, queued: 11 },
    rows: [
      ...[
        {
          certificate,
          overallStatus: 'verified' as const,
          certificateId: '1',
          hasAddress: true,
          mail: { state: 'sent' as const, at: AT },
        },
      ],
      ...[
        { certificate: other, overallStatus: 'withdrawn' as const, certificateId: '2', hasAddress: false, mail: null },
      ],
      ...[
        {
          certificate: { ...certificate, serial: OLD },
          overallStatus: 'verified' as const,
          certificateId: '3',
          hasAddress: true,
          mail: { state: 'failed' as const, at: AT },
        },
      ],
    ],
  }
  return {
    'desk-issue': <IssuePage {...page} suspended={false} mail notify={false} ask={false} problem={null} />,
    'desk-issue-checked': <IssueRunPage {...page} {...run} state="ready" progress={{ done: 0, total: 410 }} />,
    'desk-issue-columns': (
      <IssueRunPage {...page} {...run} guess={guess} state="ready" progress={{ done: 0, total: 0 }} />
    ),
    'desk-issue-rows': (
      <IssueRowsPage
        {...page}
        {...{ id: 'x', fileName: run.fileName, columns, next: 26, sought: '', first: true }}
        rows={[...rows.bad, ...rows.first]}
        reasons={new Map(errors.map(({ line, error }) => [line, error]))}
      />
    ),
    'desk-batch': (
      <BatchPage
        {...page}
        batch={batch}
        zipOf={1000}
        first
        mailIsOn
        done={deskText('issueRun.issued', { count: 410 })}
      />
    ),
    'desk-issuing': <IssueRunPage {...page} {...run} state="issuing" progress={{ done: 120, total: 410 }} />,
  }
}

function webhookPages(): Record<string, ReactElement> {
  const kinds = ['certificate.issued', 'certificate.withdrawn', 'report.received'] as const
  const webhook = { id: 'h1', url: 'https://register.northshore.example/hooks/certificates?tenant=4' }
  const good = { ...webhook, kinds, state: 'active' as const, deliveredAt: AT, failingSince: null }
  const failing = { ...good, id: 'h2', url: 'https://old.northshore.example/', failingSince: AT }
  const open = { ...good, id: 'h3', state: 'unconfirmed' as const, deliveredAt: null }
  const delivery = {
    kind: 'certificate.issued',
    occurredAt: AT,
    state: 'delivered' as const,
    attempts: 1,
    finishedAt: AT,
  }
  const deliveries = [
    { id: 'd3', ...delivery, kind: 'webhook.test', lastResult: '204' },
    { id: 'd2', ...delivery, state: 'queued' as const, attempts: 3, finishedAt: null, lastResult: 'unreachable' },
    { id: 'd1', ...delivery, kind: 'report.received', state: 'failed' as const, attempts: 9, lastResult: '500' },
  ]
  const pages = { next: 'd1', first: true }
  const empty = { deliveries: [], pages: { next: null, first: true }, done: null }
  const typed = { url: 'http://register', kinds: ['certificate.issued'] }
  return {
    'desk-webhooks': <WebhooksPage {...page} webhooks={[good, failing, open]} removed={false} />,
    'desk-webhook': (
      <WebhookPage {...page} once="x" webhook={good} {...{ deliveries, pages }} done="tested" problem={null} />
    ),
    'desk-webhook-open': (
      <WebhookPage {...page} once="x" webhook={open} {...empty} problem={deskText('webhook.result.unreachable')} />
    ),
    'desk-webhook-new': <NewWebhookPage {...page} once="x" typed={typed} problem={deskText('webhooks.badAddress')} />,
    'desk-webhook-secret': <WebhookSecretPage {...page} id="h1" secret={`whsec_${'aB3+'.repeat(11)}`} />,
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
    ...webhookPages(),
    'desk-organization': <OrganizationPage {...page} organization={ORGANIZATION} words={WORDS} done />,
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
    'desk-people': <PeoplePage {...page} self="u1" people={people} invited={invited} done={null} />,
    'desk-activity': <ActivityPage {...page} entries={entries} next="1" withAddresses first />,
  }
}
