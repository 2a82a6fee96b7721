import type { Bars } from '@/lib/domain/desk/figures'
import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { deskText } from '@/lib/i18n/desk/text'
import { deskDay, deskNumber } from '@/lib/i18n/desk/times'

const HEIGHT = 60
const STEP = 10

/** Numbers of days, checks unless another label says what, as bars, with what they come to in words; whoever reads no pictures has the table beside it. */
export function BarChart({ bars, label: text = 'checks.chart' }: { bars: Bars; label?: DeskKey }) {
  const most = Math.max(...bars.map(({ count }) => count))
  const [first, last] = [bars[0]?.day ?? '', bars.at(-1)?.day ?? '']
  const width = bars.length * STEP
  const label = { from: deskDay(new Date(first)), to: deskDay(new Date(last)), most: deskNumber(most) }
  return (
    <figure className="check-chart">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={deskText(text, label)}>
        {bars.map(({ day, count }, index) => {
          const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT)
          return <rect key={day} x={index * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height} />
        })}
      </svg>
      <figcaption className="hint">{deskText('checks.range', label)}</figcaption>
    </figure>
  )
}
