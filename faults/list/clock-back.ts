import type { Fault } from '../fault'
import type { World } from '../world'
import { Writer } from '../writer'

/** The database's clock is set back by an hour while everything goes on, and forward again. */
export const clockBack: Fault = {
  name: 'clock-back',
  title: 'the clock of the database set back by an hour, and forward again',
  world: { clock: true, certificates: 40 },
  async run(world, scale) {
    const { clock } = world
    if (!clock) return { times: 0, recoveries: [], skipped: 'the library of the package faketime is not here' }
    const times = scale.times(4, 1)
    const recoveries: number[] = []
    const notes: string[] = []
    world.load.start(8)
    const writer = new Writer(world)
    for (let time = 0; time < times; time++) {
      await world.load.more(150)
      await clock.set('-1h')
      notes.push(`the database’s clock: ${await behind(world)} minutes behind`)
      await world.load.more(200)
      await clock.set('+0')
      recoveries.push(await world.recovered(performance.now()))
    }
    await writer.stop()
    await clock.set('+0')
    return { times, recoveries, notes: [...new Set(notes)] }
  },
}

async function behind({ postgres }: World): Promise<number> {
  const [row] = await postgres.admin<{ at: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 AS at')
  return Math.round((Date.now() / 1000 - (row?.at ?? 0)) / 60)
}
