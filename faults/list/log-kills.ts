import type { Fault, Figures, Scale } from '../fault'
import { pause } from '../load'
import type { World } from '../world'
import { Writer } from '../writer'

/** Somewhere between the writing of a leaf and its publication, which take so long together. */
const WITHIN_MS = 700

/** SIGKILL of the process that publishes the log, at any of its steps; the log is a folder. */
export const logKill: Fault = {
  name: 'log-kill',
  title: 'SIGKILL of the process that publishes the log, while certificates are issued and withdrawn',
  world: { certificates: 40 },
  cuts: true,
  run: (world, scale) => killPublisher(world, scale),
}

/** The same where the log lies in a bucket. */
export const logKillBucket: Fault = {
  name: 'log-kill-bucket',
  title: 'the same, with the log in a bucket',
  world: { certificates: 40, bucket: true },
  cuts: true,
  run: (world, scale) => killPublisher(world, scale),
}

async function killPublisher(world: World, scale: Scale): Promise<Figures> {
  const times = scale.times(40, 2)
  const recoveries: number[] = []
  world.load.start(4)
  const writer = new Writer(world)
  for (let time = 0; time < times; time++) {
    const before = world.ledger.acknowledged.issued
    while (world.ledger.acknowledged.issued < before + 1) await pause(20)
    await pause(Math.random() * WITHIN_MS)
    await world.service.end('SIGKILL')
    world.service.spawn()
    await world.service.ready()
    recoveries.push(await world.recovered(performance.now()))
  }
  await writer.stop()
  return { times, recoveries }
}
