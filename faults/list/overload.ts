import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Fault } from '../fault'
import type { FloodOrder, FloodResult } from '../flood'
import type { World } from '../world'

const FLOOD = join(import.meta.dirname, '..', 'flood.ts')
/** Of the peak, which must still be answered. */
const KEPT = 0.8
/** Megabytes beyond which memory is not called bounded. */
const MOST_RSS = 900

/** Five times what can be answered: as much as can be is, and the rest is told at once to come again. */
export const overload: Fault = {
  name: 'overload',
  title: 'five times as many requests as can be answered, at a fixed rate',
  async run(world, scale) {
    const rounds = scale.times(5, 2)
    const seconds = scale.times(6, 3)
    const port = Number(new URL(world.service.origin).port)
    const paths = setApart(world).map((serial) => `/api/public/credentials/verify/${serial}`)
    const peak = { port, rate: null, seconds, connections: 64, paths }
    await flood({ ...peak, seconds: 3 })
    const measured: { peak: FloodResult; over: FloodResult }[] = []
    let rss = 0
    for (let round = 0; round < rounds; round++) {
      const before = await flood(peak)
      const under = flood({ ...peak, rate: before.goodput * 5, connections: 2000 })
      const over = await under
      // Where another program had the processor for all that time there is nothing to compare with.
      if (before.goodput > 0) measured.push({ peak: before, over })
      rss = Math.max(rss, world.service.rss)
    }
    world.load.start(4)
    const recovery = await world.recovered(performance.now())
    return { times: rounds, recoveries: [recovery], ...report(measured, rss) }
  },
}

function report(measured: { peak: FloodResult; over: FloodResult }[], rss: number) {
  const ratios = measured.map(({ peak, over }) => over.goodput / peak.goodput).sort((a, b) => a - b)
  const ratio = ratios[Math.floor(ratios.length / 2)] ?? 0
  const broken: string[] = []
  if (ratio < KEPT) broken.push(`goodput fell to ${ratio.toFixed(2)} of the peak`)
  if (rss > MOST_RSS) broken.push(`the process grew to ${rss} MB`)
  for (const { over } of measured) {
    if (over.withoutRetryAfter > 0) broken.push(`${over.withoutRetryAfter} refusals without retry-after`)
    const odd = Object.keys(over.byStatus).filter((status) => !['200', '503'].includes(status))
    if (odd.length > 0) broken.push(`answers with status ${odd.join(', ')}`)
  }
  const notes = measured.map(
    ({ peak, over }) =>
      `peak ${peak.goodput}/s (p99 ${peak.goodP99} ms); at 5 ×: ${over.goodput}/s (p50 ${over.goodP50}, p99 ${over.goodP99} ms), ` +
      `refused ${over.byStatus['503'] ?? 0} (p99 ${over.refusedP99} ms), unsent ${over.unsent}`,
  )
  return {
    broken,
    notes: [...notes, `goodput under overload: ${ratio.toFixed(2)} of the peak; memory ${rss} MB at most`],
  }
}

async function flood(order: FloodOrder): Promise<FloodResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', FLOOD, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout)) as FloodResult
}

/** What the flood is answered is in no record: its certificates are no part of what the judge compares. */
function setApart({ ledger }: World): string[] {
  const apart = ledger.withdrawable.slice(0, 16).map(({ serial }) => serial)
  for (const serial of apart) ledger.known.delete(serial)
  return apart
}
