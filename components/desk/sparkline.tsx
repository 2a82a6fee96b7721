const WIDTH = 120
const HEIGHT = 24

/** A line of numbers without scale or words: the figure beside it says what it comes to. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) => `${round(index * step)},${round(HEIGHT - 1 - (value / most) * (HEIGHT - 2))}`,
  )
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="sparkline">
      <polyline points={points.join(' ')} />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
