import type { Fault, Figures, Scale } from './fault'
import { type Judged, judge } from './judge'
import type { Row } from './table'
import { World } from './world'

/** No fault takes longer, however slow the machine: what hangs is a failure too. */
const LIMIT_MS = 15 * 60_000

/** Makes one fault in a world of its own, and judges what came of it. Never rejects. */
export async function runFault(fault: Fault, scale: Scale): Promise<Row> {
  const started = performance.now()
  let world: World | undefined
  try {
    world = await World.make(fault.world ?? {})
    const { figures, judged } = await within(makeAndJudge(fault, world, scale))
    const row = rowOf(fault, figures, judged, world)
    if (row.problems.length > 0 || process.env.FAULTS_VERBOSE)
      for (const { output } of world.services) console.log(output.slice(-3000))
    return { ...row, seconds: (performance.now() - started) / 1000 }
  } catch (error) {
    const output = world?.services.map((service) => service.output.slice(-2000)).join('\n')
    const problems = [`${(error as Error).stack ?? String(error)}\n${output}`]
    return { ...rowOf(fault, { times: 0, recoveries: [] }, null, world), problems, seconds: 0 }
  } finally {
    await world?.end()
  }
}

async function makeAndJudge(
  fault: Fault,
  world: World,
  scale: Scale,
): Promise<{ figures: Figures; judged: Judged | null }> {
  const figures = await fault.run(world, scale)
  await world.load.stop()
  return { figures, judged: figures.skipped === undefined ? await judge(world, fault.cuts ?? false) : null }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), LIMIT_MS)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}

function rowOf(fault: Fault, figures: Figures, judged: Judged | null, world: World | undefined): Row {
  const { wrong = [], unspecified = [], lost = [], overCounted = [], partial = [] } = judged ?? {}
  const acknowledged = world?.ledger.acknowledged
  return {
    name: fault.name,
    figures,
    byStatus: judged?.byStatus ?? new Map(),
    counts: [wrong, lost, overCounted, unspecified, partial].map((list) => list.length),
    acknowledged: acknowledged ? Object.values(acknowledged).join(' / ') : '',
    problems: [...(figures.broken ?? []), ...wrong, ...lost, ...overCounted, ...unspecified, ...partial],
    notes: [...(figures.skipped === undefined ? [] : [`skipped: ${figures.skipped}`]), ...(figures.notes ?? [])],
    seconds: 0,
  }
}
