import type { Fault } from '../fault'

/** PostgreSQL comes back as a replica, as after a fail-over that went wrong: it answers, and takes no writes. */
export const readOnly: Fault = {
  name: 'read-only',
  title: 'PostgreSQL read-only: the setting, then as a replica',
  async run(world, scale) {
    const times = scale.times(3, 1)
    const recoveries: number[] = []
    world.load.start(scale.times(12, 4))
    for (let time = 0; time < times; time++) {
      await world.load.more(scale.times(100, 30))
      await setReadOnly(true)
      await world.load.refused()
      await world.load.more(scale.times(100, 30))
      await setReadOnly(false)
      recoveries.push(await world.recovered(performance.now()))
    }
    async function setReadOnly(on: boolean): Promise<void> {
      await world.postgres.admin(`ALTER SYSTEM SET default_transaction_read_only = ${on ? 'on' : 'off'}`)
      await world.postgres.admin('SELECT pg_reload_conf()')
    }
    return { times, recoveries }
  },
}
