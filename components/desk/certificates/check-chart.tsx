import { BarChart } from '@/components/desk/bar-chart'
import { DeskDay, DeskMoment } from '@/components/desk/desk-moment'
import { DeskTable } from '@/components/desk/desk-table'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { deskNumber } from '@/lib/i18n/desk/times'

interface Props {
  /** Days with checks, oldest first. */
  days: readonly { day: string; checks: number }[]
  count: number
  /** Milliseconds since 1970. */
  lastAt: number | null
}

const DAY_MS = 86_400_000
const MOST_DAYS = 90

/** How often a certificate was checked, as bars a day and as a table. */
export function CheckChart({ days, count, lastAt }: Props) {
  const bars = everyDay(days)
  return (
    <>
      <h2 id="checks">{deskText('checks.heading')}</h2>
      <p>
        {deskText('checks.count', { count })}{' '}
        {lastAt !== null && (
          <>{deskParts('checks.last', { moment: <DeskMoment key="last" date={new Date(lastAt)} /> })}</>
        )}
      </p>
      {bars.length > 0 && (
        <>
          <BarChart bars={bars.map(({ day, checks }) => ({ day, count: checks }))} />
          <details>
            <summary>{deskText('checks.table')}</summary>
            <DeskTable
              caption={deskText('checks.caption')}
              spoken
              columns={[deskText('checks.day'), deskText('checks.checks')]}
              rows={[...days].reverse().map(({ day, checks }) => ({
                key: day,
                cells: [<DeskDay key="day" date={new Date(day)} />, deskNumber(checks)],
              }))}
            />
          </details>
        </>
      )}
    </>
  )
}

/** Every day from the first one with checks to the last, the last ninety at most; a single day gets company. */
function everyDay(days: readonly { day: string; checks: number }[]): { day: string; checks: number }[] {
  const last = days.at(-1)
  if (!last) return []
  const known = new Map(days.map(({ day, checks }) => [day, checks]))
  const end = Date.parse(last.day)
  const wanted = Math.round((end - Date.parse(days[0]?.day ?? last.day)) / DAY_MS) + 1
  const count = Math.min(MOST_DAYS, Math.max(14, wanted))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(end - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, checks: known.get(day) ?? 0 }
  })
}
