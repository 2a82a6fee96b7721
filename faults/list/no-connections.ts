import pg from 'pg'
import type { Fault } from '../fault'
import type { World } from '../world'

/** Somebody else takes every connection that PostgreSQL has, and the service's own are cut. */
export const noConnections: Fault = {
  name: 'no-connections',
  title: 'PostgreSQL has no connection to spare, and cuts the service’s own',
  async run(world, scale) {
    const times = scale.times(5, 1)
    const recoveries: number[] = []
    world.load.start(12)
    for (let time = 0; time < times; time++) {
      await world.load.more(100)
      const taken = await takeAll(world)
      await world.load.more(100)
      await world.postgres.admin(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'certificate-verification'`,
      )
      taken.push(...(await takeAll(world)))
      await world.load.more(100)
      await Promise.all(taken.map((client) => client.end()))
      recoveries.push(await world.recovered(performance.now()))
    }
    return { times, recoveries }
  },
}

async function takeAll({ postgres }: World): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client(postgres.url)
    client.on('error', () => undefined)
    try {
      await client.connect()
      taken.push(client)
    } catch {
      return taken
    }
  }
}
