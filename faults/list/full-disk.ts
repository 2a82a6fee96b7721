import type { Fault } from '../fault'
import { pause } from '../load'
import type { SmallDisk } from '../small-disk'
import type { World } from '../world'
import { Writer } from '../writer'

/** The disk of the database runs full: tables cannot grow, and then there is no room for the log. */
export const fullDisk: Fault = {
  name: 'full-disk',
  title: 'the disk of PostgreSQL is full, until it ends itself; then there is room again',
  world: { diskSize: '260m' },
  async run(world, scale) {
    const { disk } = world
    if (!disk) return { times: 0, recoveries: [], skipped: 'a file system of its own can be mounted by root alone' }
    const times = scale.times(3, 1)
    const recoveries: number[] = []
    let ended = 0
    world.load.start(8)
    const writer = new Writer(world)
    for (let time = 0; time < times; time++) {
      await world.load.more(100)
      if (await fillUp(world, disk)) ended += 1
      await world.load.more(100)
      await disk.free()
      if (!(await world.postgres.runs())) await world.postgres.start()
      recoveries.push(await world.recovered(performance.now()))
    }
    await writer.stop()
    return { times, recoveries, notes: [`PostgreSQL ended itself ${ended} times and was started by its supervisor`] }
  },
}

/** Uses up the log's files, too, which PostgreSQL has room in for a while. */
async function fillUp(world: World, disk: SmallDisk): Promise<boolean> {
  await disk.fill()
  for (let turn = 0; turn < 40 && (await world.postgres.runs()); turn++) {
    await world.postgres.admin('SELECT pg_switch_wal()').catch(() => undefined)
    await pause(50)
  }
  return !(await world.postgres.runs())
}
