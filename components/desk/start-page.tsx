import { hasAction } from '@/lib/domain/desk/role'
import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { deskText } from '@/lib/i18n/desk/text'
import { deskNumber } from '@/lib/i18n/desk/times'
import { DeskDocument } from './desk-document'
import { searchAddress } from './desk-link'
import { PEOPLE, PUBLIC_LOG, REPORTS } from './desk-paths'
import type { DeskViewer } from './desk-viewer'
import { type BatchInList, BatchList } from './issue/batches-page'
import { Notice } from './notice'
import { RecentActivityList, type ShownActivity } from './organization/recent-activity'
import { Sparkline } from './sparkline'
import { WEBHOOKS } from './webhooks/webhook-of-desk'

interface Figures {
  /** One number for each day, oldest first. */
  issued: readonly number[]
  /** The first of them, such as `2026-11-03`. */
  issuedFrom: string
  checks: readonly number[]
  ending: readonly number[]
  /** More certificates than these are not counted. */
  most: number
  batches: readonly BatchInList[]
  steps: { domain: boolean; logo: boolean; issued: boolean; secondOwner: boolean }
}

interface Props {
  host: string
  viewer: DeskViewer
  suspended: boolean
  /** Null for who works for no issuer. */
  figures: Figures | null
  /** For owners. */
  news: {
    recent: ShownActivity[]
    waiting: number
    deadWebhooks: number
    lostMessages: number
    strangeEntries: number
  } | null
}

/** Where one arrives after signing in: what matters today, in numbers that lead on. */
export function StartPage({ host, viewer, suspended, figures, news }: Props) {
  const mayIssue = viewer.issuer !== null && hasAction(viewer.issuer.role, 'issue')
  return (
    <DeskDocument host={host} title={deskText('nav.start')} viewer={viewer} current="/dashboard">
      <div className="desk-top">
        <h1>{viewer.issuer ? deskText('nav.start') : deskText('desk.name')}</h1>
        {mayIssue && (
          <a className="button primary" href="/dashboard/issue">
            {deskText('start.issue')}
          </a>
        )}
      </div>
      {suspended && <Notice tone="problem">{deskText('start.suspended')}</Notice>}
      {news && news.waiting > 0 && (
        <Notice tone="problem">
          <a href="/dashboard/approvals">{deskText('start.waiting', { count: news.waiting })}</a>
        </Notice>
      )}
      {news && news.strangeEntries > 0 && (
        <Notice tone="problem">
          <a href={PUBLIC_LOG}>{deskText('publicLog.strange', { count: news.strangeEntries })}</a>
        </Notice>
      )}
      {news && news.deadWebhooks > 0 && (
        <Notice tone="problem">
          <a href={WEBHOOKS}>{deskText('webhooks.disabledNow', { count: news.deadWebhooks })}</a>
        </Notice>
      )}
      {news && news.lostMessages > 0 && (
        <Notice tone="problem">
          <a href={WEBHOOKS}>{deskText('webhooks.lostNow', { count: news.lostMessages })}</a>
        </Notice>
      )}
      {figures && <FigureRow figures={figures} reports={viewer.openReports} waiting={news?.waiting ?? 0} />}
      <div className="desk-two">
        {figures && (
          <div className="sheet">
            <Batches batches={figures.batches} />
            {news && <FirstSteps steps={figures.steps} />}
          </div>
        )}
        {news && (
          <div className="sheet">
            <RecentActivityList recent={news.recent} />
          </div>
        )}
      </div>
    </DeskDocument>
  )
}

function FigureRow({ figures, reports, waiting }: { figures: Figures; reports: number; waiting: number }) {
  return (
    <ul className="desk-figures" role="list">
      <Figure
        values={figures.issued}
        most={figures.most}
        label="start.issued"
        href={searchAddress({ from: figures.issuedFrom })}
      />
      <Figure values={figures.checks} label="start.checks" href={searchAddress({ checked: 'week' })} />
      <Figure
        values={figures.ending}
        most={figures.most}
        label="start.ending"
        href={searchAddress({ status: 'ending' })}
      />
      <Todo reports={reports} waiting={waiting} />
    </ul>
  )
}

/** What waits, with the way to it; of two kinds, one to each. */
function Todo({ reports, waiting }: { reports: number; waiting: number }) {
  const kinds = [
    ...(reports > 0 ? [{ href: REPORTS, text: deskText('start.todoReports', { count: reports }) }] : []),
    ...(waiting > 0 ? [{ href: '/dashboard/approvals', text: deskText('start.todoWaiting', { count: waiting }) }] : []),
  ]
  const [only = { href: REPORTS, text: deskText('start.todoNone') }, other] = kinds
  const number = <b>{deskNumber(reports + waiting)}</b>
  if (!other)
    return (
      <li className={kinds.length > 0 ? 'act' : undefined}>
        <a href={only.href}>
          {number}
          <span>{only.text}</span>
        </a>
      </li>
    )
  return (
    <li className="act several">
      {number}
      {kinds.map(({ href, text }) => (
        <a key={href} href={href}>
          {text}
        </a>
      ))}
    </li>
  )
}

interface FigureProps {
  values: readonly number[]
  /** More than these are not counted. */
  most?: number
  label: DeskKey
  href: string
}

function Figure({ values, most = Infinity, label, href }: FigureProps) {
  const sum = values.reduce((before, value) => before + value, 0)
  return (
    <li>
      <a href={href}>
        <b>{sum < most ? deskNumber(sum) : deskText('start.most', { count: sum })}</b>
        <span>{deskText(label)}</span>
        <Sparkline values={values} />
      </a>
    </li>
  )
}

function Batches({ batches }: Pick<Figures, 'batches'>) {
  return (
    <section>
      <h2>{deskText('start.batches')}</h2>
      {batches.length === 0 ? (
        <p className="quiet">{deskText('start.noBatches')}</p>
      ) : (
        <>
          <BatchList batches={batches} />
          <p>
            <a href="/dashboard/batches">{deskText('batches.all')}</a>
          </p>
        </>
      )}
    </section>
  )
}

const STEPS = {
  domain: '/dashboard/organization',
  logo: '/dashboard/designs',
  issued: '/dashboard/issue',
  secondOwner: `${PEOPLE}/invite`,
} as const

function FirstSteps({ steps }: Pick<Figures, 'steps'>) {
  const names = ['domain', 'logo', 'issued', 'secondOwner'] as const
  if (names.every((name) => steps[name])) return null
  return (
    <section>
      <h2>{deskText('start.steps')}</h2>
      <ul className="desk-steps" role="list">
        {names.map((name) => (
          <li key={name}>
            {steps[name] ? (
              <span className="quiet">
                <span aria-hidden="true">✓ </span>
                <span className="spoken">{deskText('start.done')} </span>
                {deskText(`start.step.${name}`)}
              </span>
            ) : (
              <a href={STEPS[name]}>{deskText(`start.step.${name}`)}</a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
