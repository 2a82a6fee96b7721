/**
 * Draws what `npm run bench -- checks` printed as a chart: `… > checks.txt`, then
 * `node --import tsx bench/load/draw-checks.ts < checks.txt > docs/checks.svg`. Of an output with two databases it draws the last.
 */
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** One line of the output. */
const LINE = /^\s+(\d+)\s{2}(check|read and count|read)\s+(\d+) \/s\s+p50\s+([\d.]+) ms/gm
const SUBJECTS = ['check', 'read and count', 'read'] as const
const NAMES = {
  check: 'a check by serial',
  'read and count': 'node:http, one query that reads and counts',
  read: 'node:http, one query that reads',
}

const pointShape = z.object({
  connections: z.coerce.number().int().positive(),
  subject: z.enum(SUBJECTS),
  rate: z.coerce.number().positive(),
  p50: z.coerce.number().positive(),
})

type Point = z.infer<typeof pointShape>

const [WIDTH, HEIGHT, LEFT, TOP, ACROSS, DOWN] = [860, 380, 62, 56, 330, 240] as const

/** Where each name begins, by its length. */
const LEGEND = [LEFT, LEFT + 160, LEFT + 480]

/** One of the two drawings, on logarithmic scales. */
interface Panel {
  title: string
  x: number
  value: (point: Point) => number
  ticks: number[]
}

const points = [...(await text(process.stdin)).matchAll(LINE)].map(([, connections, subject, rate, p50]) =>
  pointShape.parse({ connections, subject, rate, p50 }),
)
if (points.length === 0) throw new Error('The input has no line of: npm run bench -- checks')
// By connections and subject, the last one.
const drawn = [...new Map(points.map((point) => [`${point.connections} ${point.subject}`, point])).values()]
const connections = [...new Set(drawn.map((point) => point.connections))].sort((a, b) => a - b)
process.stdout.write(chart())

function chart(): string {
  const rates = drawn.map(({ rate }) => rate)
  const waits = drawn.map(({ p50 }) => p50)
  const panels: Panel[] = [
    { title: 'answers per second', x: LEFT, value: ({ rate }) => rate, ticks: ticksOf(rates) },
    { title: 'median wait, milliseconds', x: LEFT + ACROSS + 86, value: ({ p50 }) => p50, ticks: ticksOf(waits) },
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Rate and median wait of a check by serial and of two floors, against connections">
<style>
text { font: 12px system-ui, sans-serif; fill: #1b1b1f }
.grid { stroke: #1b1b1f; stroke-opacity: .15 }
.s0 { stroke: #0b57d0; fill: #0b57d0 } .s1 { stroke: #b3261e; fill: #b3261e } .s2 { stroke: #5f6368; fill: #5f6368 }
polyline { fill: none !important; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  text { fill: #e8e8ec } .grid { stroke: #e8e8ec }
  .s0 { stroke: #8ab4f8; fill: #8ab4f8 } .s1 { stroke: #f2b8b5; fill: #f2b8b5 } .s2 { stroke: #bdc1c6; fill: #bdc1c6 }
}
</style>
${SUBJECTS.map((subject, at) => `<rect class="s${at}" x="${LEGEND[at]}" y="12" width="14" height="4"/><text x="${(LEGEND[at] ?? 0) + 20}" y="19">${NAMES[subject]}</text>`).join('\n')}
${panels.map(drawPanel).join('\n')}
</svg>
`
}

function drawPanel({ title, x, value, ticks }: Panel): string {
  const [low = 1, high = 1] = [ticks[0], ticks.at(-1)]
  const across = (one: number) => x + (connections.indexOf(one) / Math.max(1, connections.length - 1)) * ACROSS
  const down = (one: number) => TOP + DOWN - (Math.log(one / low) / Math.log(high / low)) * DOWN
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${x}" x2="${x + ACROSS}" y1="${round(down(tick))}" y2="${round(down(tick))}"/><text x="${x - 8}" y="${round(down(tick) + 4)}" text-anchor="end">${tick.toLocaleString('en')}</text>`,
  )
  const labels = connections.map(
    (one) => `<text x="${round(across(one))}" y="${TOP + DOWN + 22}" text-anchor="middle">${one}</text>`,
  )
  const lines = SUBJECTS.map((subject, at) => {
    const own = drawn
      .filter((point) => point.subject === subject)
      .sort((a, b) => a.connections - b.connections)
      .map((point) => [round(across(point.connections)), round(down(value(point)))] as const)
    const dots = own.map(([cx, cy]) => `<circle class="s${at}" cx="${cx}" cy="${cy}" r="3.5"/>`).join('')
    return `<polyline class="s${at}" points="${own.map((pair) => pair.join(',')).join(' ')}"/>${dots}`
  })
  return [
    `<text x="${x}" y="${TOP - 14}" font-weight="600">${title}</text>`,
    ...grid,
    ...labels,
    `<text x="${x + ACROSS / 2}" y="${TOP + DOWN + 46}" text-anchor="middle">connections</text>`,
    ...lines,
  ].join('\n')
}

/** 1, 2 and 5 times the powers of ten, from below the least value to above the greatest. */
function ticksOf(values: readonly number[]): number[] {
  const all = Array.from({ length: 24 }, (_, at) => [1, 2, 5].map((digit) => digit * 10 ** (at - 8))).flat()
  const first = all.findLastIndex((tick) => tick <= Math.min(...values))
  const last = all.findIndex((tick) => tick >= Math.max(...values))
  return all.slice(first, Math.max(last, first + 1) + 1)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
