import type { Fault } from '../fault'
import { pause } from '../load'
import { Writer } from '../writer'

/** PostgreSQL's immediate stop, which is a crash of its own making, under load. */
export const stopPostgres: Fault = {
  name: 'stop-postgres',
  title: 'PostgreSQL stopped at once (immediate) under load, and started again',
  async run(world, scale) {
    const times = scale.times(20, 2)
    const recoveries: number[] = []
    world.load.start(scale.times(12, 4))
    const writer = new Writer(world)
    for (let time = 0; time < times; time++) {
      await world.load.more(scale.times(100 + Math.random() * 200, 30))
      await world.postgres.stop('SIGQUIT')
      await world.load.refused()
      await pause(Math.random() * 400)
      await world.postgres.start()
      recoveries.push(await world.recovered(performance.now()))
    }
    await writer.stop()
    return { times, recoveries }
  },
}
