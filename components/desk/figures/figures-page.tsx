import { BarChart } from '@/components/desk/bar-chart'
import { DeskDocument } from '@/components/desk/desk-document'
import { searchAddress } from '@/components/desk/desk-link'
import { DeskDay, DeskMoment } from '@/components/desk/desk-moment'
import { FIGURES } from '@/components/desk/desk-paths'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { issuerAddress } from '@/components/desk/organization/issuer-form'
import { AsIssued } from '@/components/verdict/as-issued'
import type { Bars, CountedAll, Period } from '@/lib/domain/desk/figures'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { deskMonth, deskNumber, deskShare } from '@/lib/i18n/desk/times'

interface Props {
  host: string
  viewer: DeskViewer
  figures: CountedAll & { countedAt: number }
  period: Period
  bars: Bars
}

/** How often certificates are checked, which never are, and which end soon; each number leads to what it counts. */
export function FiguresPage({ host, viewer, figures, period, bars }: Props) {
  const { outcomes, courses, ending, countedAt } = figures
  const heading = deskText('nav.figures')
  return (
    <DeskDocument host={host} title={heading} viewer={viewer} current={FIGURES}>
      <div className="desk-top">
        <div>
          <h1>{heading}</h1>
          <p className="lead">{deskText('figures.lead')}</p>
        </div>
      </div>
      {outcomes.length === 0 ? (
        <p>{deskText('figures.none')}</p>
      ) : (
        <>
          <Totals outcomes={outcomes} />
          <div className="sheet">
            <Checks period={period} bars={bars} />
            <Ending ending={ending} />
            <Outcomes outcomes={outcomes} />
            <Courses courses={courses} />
            <section>
              <p className="plain">
                {deskParts('figures.counted', { moment: <DeskMoment key="at" date={new Date(countedAt)} /> })}
              </p>
              <p className="buttons">
                <a className="button" href={issuerAddress(viewer, `${FIGURES}/export?format=csv`)}>
                  {deskText('figures.csv')}
                </a>
                <a className="button" href={issuerAddress(viewer, `${FIGURES}/export?format=json`)}>
                  {deskText('figures.json')}
                </a>
              </p>
            </section>
          </div>
        </>
      )}
    </DeskDocument>
  )
}

function Totals({ outcomes }: Pick<CountedAll, 'outcomes'>) {
  const sum = (read: (one: CountedAll['outcomes'][number]) => number) =>
    outcomes.reduce((total, one) => total + read(one), 0)
  const all = sum(({ certificates }) => certificates)
  const never = sum((one) => one.never)
  const stopped = sum(({ outcome, checks }) => (outcome === 'withdrawn' || outcome === 'superseded' ? checks : 0))
  const ever = all - never
  const figures = [
    { value: all, label: deskText('figures.certificates'), href: searchAddress({}) },
    {
      value: ever,
      label: deskText('figures.ever', { share: deskShare(ever / all) }),
      href: searchAddress({ checked: 'ever' }),
    },
    { value: never, label: deskText('figures.never'), href: searchAddress({ checked: 'never' }) },
    { value: stopped, label: deskText('figures.stopped'), href: searchAddress({ checked: 'ever', status: 'ended' }) },
  ]
  return (
    <ul className="desk-figures" role="list">
      {figures.map(({ value, label, href }) => (
        <li key={href}>
          <a href={href}>
            <b>{deskNumber(value)}</b>
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Checks({ period, bars }: Pick<Props, 'period' | 'bars'>) {
  const periods = ['day', 'week', 'month'] as const
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">{deskText('figures.checks')}</h2>
      <ul className="chips" role="list">
        {periods.map((one) => (
          <li key={one}>
            <a href={`${FIGURES}?by=${one}`} aria-current={one === period ? 'true' : undefined}>
              {deskText(`figures.by.${one}`)}
            </a>
          </li>
        ))}
      </ul>
      <BarChart bars={bars} />
      <details>
        <summary>{deskText('figures.table')}</summary>
        <DeskTable
          caption={deskText('figures.checks')}
          spoken
          columns={[deskText('figures.from'), deskText('checks.checks')]}
          rows={[...bars].reverse().map(({ day, count }) => ({
            key: day,
            cells: [<DeskDay key="day" date={new Date(day)} />, deskNumber(count)],
          }))}
        />
      </details>
    </section>
  )
}

function Ending({ ending }: Pick<CountedAll, 'ending'>) {
  return (
    <section aria-labelledby="ending">
      <h2 id="ending">{deskText('figures.ending')}</h2>
      {ending.length === 0 ? (
        <p>{deskText('figures.endingNone')}</p>
      ) : (
        <DeskTable
          caption={deskText('figures.ending')}
          spoken
          columns={[deskText('figures.month'), deskText('figures.column.certificates')]}
          rows={ending.map(({ month, certificates }) => ({
            key: month,
            cells: [
              <a key="month" href={searchAddress({ ends: month })}>
                {deskMonth(month)}
              </a>,
              deskNumber(certificates),
            ],
          }))}
        />
      )}
    </section>
  )
}

const COLUMNS = ['figures.column.certificates', 'figures.column.never', 'checks.checks'] as const

function Outcomes({ outcomes }: Pick<CountedAll, 'outcomes'>) {
  return (
    <section aria-labelledby="outcomes">
      <h2 id="outcomes">{deskText('figures.outcomes')}</h2>
      <DeskTable
        caption={deskText('figures.outcomes')}
        spoken
        columns={[deskText('certificates.column.status'), ...COLUMNS.map((column) => deskText(column))]}
        rows={outcomes.map(({ outcome, certificates, never, checks }) => ({
          key: outcome,
          cells: [
            <a key="outcome" href={searchAddress({ status: outcome === 'issued' ? 'current' : outcome })}>
              {deskText(outcome === 'issued' ? 'certificates.status.current' : `certificates.status.${outcome}`)}
            </a>,
            deskNumber(certificates),
            deskNumber(never),
            deskNumber(checks),
          ],
        }))}
      />
    </section>
  )
}

function Courses({ courses }: Pick<CountedAll, 'courses'>) {
  return (
    <section aria-labelledby="courses">
      <h2 id="courses">{deskText('figures.courses')}</h2>
      {courses.length > 1 && <p>{deskText('figures.coursesCut', { count: courses.length })}</p>}
      <DeskTable
        caption={deskText('figures.courses')}
        spoken
        columns={[deskText('certificates.column.event'), ...COLUMNS.map((column) => deskText(column))]}
        rows={courses.map(({ course, certificates, never, checks }) => ({
          key: course,
          cells: [
            <a key="course" href={searchAddress({ course })}>
              <AsIssued text={course} />
            </a>,
            deskNumber(certificates),
            <a key="never" href={searchAddress({ course, checked: 'never' })}>
              {deskNumber(never)}
            </a>,
            deskNumber(checks),
          ],
        }))}
      />
    </section>
  )
}
