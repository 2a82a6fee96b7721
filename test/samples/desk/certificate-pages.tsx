import type { ReactElement } from 'react'
import { CertificatePage } from '@/components/desk/certificates/certificate-page'
import { CertificatesPage } from '@/components/desk/certificates/certificates-page'
import { CorrectPage } from '@/components/desk/certificates/correct-page'
import { LookUpPage } from '@/components/desk/certificates/look-up-page'
import { SelectedPage } from '@/components/desk/certificates/selected-page'
import { WithdrawPage } from '@/components/desk/certificates/withdraw-page'
import { DesignsPage } from '@/components/desk/designs/designs-page'
import { typedOf } from '@/components/desk/designs/typed-design'
import { FiguresPage } from '@/components/desk/figures/figures-page'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskText } from '@/lib/i18n/desk/text'
import { createTranslator } from '@/lib/i18n/translate'
import { AT, bars, before, certificate, maryam, OLD, other, page, SERIAL } from './sample-desk-scene'

/** Pages about certificates. */
export function certificatePages(): Record<string, ReactElement> {
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
    withdrawalWaits: 'own' as const,
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
      <LookUpPage
        {...page}
        origins={[]}
        serials={`${OLD}\nA/12-3`}
        show="all"
        order="sent"
        problem={null}
        rows={rows}
      />
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
        near={false}
      />
    ),
    'desk-selected': (
      <SelectedPage
        {...page}
        most={200}
        mail
        once="x"
        found={listed}
        missing={['NMC-2026-00999']}
        typed={{ count: '', reason: 'Issued twice', publicReason: '', notify: false }}
        further={{ batch: 'b', after: '201' }}
        result={{
          ...{ withdrawn: 1, already: 1, waiting: 1, isKnown: false },
          refused: [{ serial: 'NMC-2026-00998', message: 'It was decided meanwhile.' }],
        }}
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
    'desk-correct': (
      <CorrectPage
        {...page}
        {...correction}
        words={words}
        before={{ ...words, fullName: 'Ana Müller' }}
        problem={null}
      />
    ),
    'desk-withdraw': (
      <WithdrawPage
        {...page}
        certificate={withdrawn}
        mail
        typed={{ serial: '', reason: '', publicReason: '', notify: false }}
        problem={{ field: 'reason', text: deskText('refusal.missing', { column: deskText('withdraw.reason') }) }}
      />
    ),
  }
}
