import type { Fault } from '../fault'
import { withdrawOne } from '../writer'

/** A withdrawal that was acknowledged outlives a stop of the database in the very next moment. */
export const withdrawThenStop: Fault = {
  name: 'withdraw-then-stop',
  title: 'a withdrawal, and PostgreSQL stopped at once as soon as it is acknowledged',
  world: { certificates: 60 },
  async run(world, scale) {
    const times = scale.times(20, 2)
    const recoveries: number[] = []
    const broken: string[] = []
    world.load.start(4)
    for (let time = 0; time < times; time++) {
      const serial = await withdrawOne(world)
      await world.postgres.stop('SIGQUIT')
      await world.postgres.start()
      recoveries.push(await world.recovered(performance.now()))
      if (serial === null) broken.push('there was nothing left to withdraw')
    }
    return { times, recoveries, broken }
  },
}
