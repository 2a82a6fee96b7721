import { BarChart } from '@/components/desk/bar-chart'
import { DeskDocument } from '@/components/desk/desk-document'
import { DeskDay, DeskMoment } from '@/components/desk/desk-moment'
import { PUBLIC_LOG } from '@/components/desk/desk-paths'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Notice } from '@/components/desk/notice'
import { OlderPages } from '@/components/desk/older-pages'
import type { Bars } from '@/lib/domain/desk/figures'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { deskNumber } from '@/lib/i18n/desk/times'

/** The most entries that are listed; their number says how many there are. */
const MOST_LISTED = 50
/** Days on one page. */
const DAYS = 30

interface ShownLog {
  origin: string
  size: number
  intakeEndedAt: number | null
  did: string
  leaves: number
  days: readonly { day: string; leaves: number }[]
  strangeCount: number
  strange: readonly { index: number; at: number }[]
  countedAt: number
  address: string
  vkeys: readonly string[]
}

interface Props {
  host: string
  viewer: DeskViewer
  /** Null where the service has no log. */
  log: ShownLog | null
  /** The last thirty days. */
  bars: Bars
  /** The UTC day before which the listed days begin; null for the newest. */
  before: string | null
}

/** What the public log has in the issuer's name, and an alarm where that has no certificate here. */
export function PublicLogPage({ host, viewer, log, bars, before }: Props) {
  const heading = deskText('nav.publicLog')
  return (
    <DeskDocument host={host} title={heading} viewer={viewer} current={PUBLIC_LOG}>
      <div className="desk-top">
        <div>
          <h1>{heading}</h1>
          <p className="lead">{deskText('publicLog.lead')}</p>
        </div>
      </div>
      {log === null ? (
        <p>{deskText('publicLog.none')}</p>
      ) : (
        <>
          {log.strangeCount > 0 && (
            <Notice tone="problem">
              <p>{deskText('publicLog.strange', { count: log.strangeCount })}</p>
              <p>{deskText('publicLog.strangeAct')}</p>
            </Notice>
          )}
          <div className="sheet">
            {log.strangeCount > 0 && <Strange log={log} />}
            <Entries log={log} bars={bars} before={before} />
            <WatchIt log={log} />
          </div>
        </>
      )}
    </DeskDocument>
  )
}

function Strange({ log: { strange } }: { log: ShownLog }) {
  return (
    <section aria-labelledby="strange">
      <h2 id="strange">{deskText('publicLog.strangeHeading')}</h2>
      <DeskTable
        caption={deskText('publicLog.strangeHeading')}
        spoken
        columns={[deskText('publicLog.entry'), deskText('publicLog.time')]}
        rows={strange.slice(0, MOST_LISTED).map(({ index, at }) => ({
          key: String(index),
          cells: [deskNumber(index), <DeskMoment key="at" date={new Date(at)} />],
        }))}
      />
    </section>
  )
}

function Entries({ log, bars, before }: Pick<Props, 'bars' | 'before'> & { log: ShownLog }) {
  const { leaves, strangeCount, size, days, intakeEndedAt, countedAt } = log
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">{deskText('publicLog.entries')}</h2>
      <p>{deskText('publicLog.count', { count: leaves, size: deskNumber(size) })}</p>
      {leaves > 0 && strangeCount === 0 && <p>{deskText('publicLog.allKnown')}</p>}
      <p className="hint">{deskText('publicLog.kinds')}</p>
      {intakeEndedAt === null ? (
        <p className="hint">{deskText('publicLog.incomplete')}</p>
      ) : (
        <p className="hint">
          {deskParts('publicLog.since', { moment: <DeskMoment key="at" date={new Date(intakeEndedAt)} /> })}
        </p>
      )}
      {leaves > 0 && (
        <>
          <BarChart bars={bars} label="publicLog.chart" />
          <Days days={days} before={before} />
        </>
      )}
      <p className="hint">
        {deskParts('figures.counted', { moment: <DeskMoment key="at" date={new Date(countedAt)} /> })}
      </p>
    </section>
  )
}

/** The newest days, or those before one. */
function Days({ days, before }: Pick<ShownLog, 'days'> & Pick<Props, 'before'>) {
  const older = days.filter(({ day }) => before === null || day < before).reverse()
  const shown = older.slice(0, DAYS)
  const next = older.length > DAYS ? (shown.at(-1)?.day ?? null) : null
  return (
    <details open={before !== null}>
      <summary>{deskText('publicLog.byDay')}</summary>
      <DeskTable
        caption={deskText('publicLog.byDay')}
        spoken
        columns={[deskText('publicLog.day'), deskText('publicLog.entries')]}
        rows={shown.map((one) => ({
          key: one.day,
          cells: [<DeskDay key="day" date={new Date(one.day)} />, deskNumber(one.leaves)],
        }))}
      />
      <OlderPages path={PUBLIC_LOG} next={next} first={before === null} />
    </details>
  )
}

function WatchIt({ log: { address, did, vkeys } }: { log: ShownLog }) {
  const lines = [...vkeys.map((vkey) => `log ${vkey}`), 'quorum none'].map((line) => `'${line}'`)
  const commands = [
    `printf '%s\\n' ${lines.join(' ')} > policy.txt`,
    ['certs log monitor ' + address, '--policy policy.txt', '--state log-state', `--issuer ${did}`].join(' \\\n  '),
  ]
  return (
    <section aria-labelledby="watch">
      <h2 id="watch">{deskText('publicLog.watch')}</h2>
      <p>{deskText('publicLog.watchWhy')}</p>
      {commands.map((command) => (
        <p key={command}>
          <code dir="ltr" className="key-secret" translate="no">
            {command}
          </code>
        </p>
      ))}
      <p>
        <a href="/log/checkpoint">{deskText('publicLog.checkpoint')}</a>
      </p>
    </section>
  )
}
