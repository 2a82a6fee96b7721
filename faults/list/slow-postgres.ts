import type { Fault } from '../fault'

/** Every answer of PostgreSQL is held back, for a while so long that no check can be completed in its time. */
export const slowPostgres: Fault = {
  name: 'slow-postgres',
  title: 'PostgreSQL answers 300 ms late, then 2.5 s late, then as before',
  world: { proxied: true },
  async run(world, scale) {
    const times = scale.times(4, 1)
    const recoveries: number[] = []
    world.load.start(12)
    for (let time = 0; time < times; time++) {
      await world.load.more(100)
      world.proxy.delay(300)
      await world.load.more(80)
      world.proxy.delay(2500)
      await world.load.more(80)
      await world.proxy.open()
      recoveries.push(await world.recovered(performance.now()))
    }
    return { times, recoveries }
  },
}
