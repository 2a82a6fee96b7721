import type { Fault } from '../fault'
import { pause } from '../load'

/** PostgreSQL's processes stopped where they stand: connections are neither refused nor answered. */
export const hangPostgres: Fault = {
  name: 'hang-postgres',
  title: 'PostgreSQL hangs (SIGSTOP) for some seconds',
  async run(world, scale) {
    const times = scale.times(8, 1)
    const recoveries: number[] = []
    const slowest: number[] = []
    world.load.start(12)
    for (let time = 0; time < times; time++) {
      await world.load.more(100)
      const wake = await world.postgres.pause()
      const from = world.load.answers.length
      await pause(3500)
      slowest.push(...world.load.answers.slice(from).map(({ sentAt, doneAt }) => doneAt - sentAt))
      wake()
      recoveries.push(await world.recovered(performance.now()))
    }
    const seconds = (Math.max(...slowest) / 1000).toFixed(2)
    return { times, recoveries, notes: [`the slowest answer while it hung came after ${seconds} s`] }
  },
}
