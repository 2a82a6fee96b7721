import type { Fault } from '../fault'
import { pause } from '../load'
import type { ServiceProcess } from '../service-process'
import type { World } from '../world'
import { Writer } from '../writer'

/** SIGKILL of a web process under load, which whoever supervises it starts again. */
export const killWeb: Fault = {
  name: 'kill-web',
  title: 'SIGKILL of a web process under load, started again by its supervisor',
  world: { processes: 3, certificates: 60 },
  cuts: true,
  async run(world, scale) {
    const times = scale.times(100, 2)
    const recoveries: number[] = []
    let left = times
    world.load.start(12)
    const writer = new Writer(world)
    // Two are always on their way down or up, so that the third alone answers: processes are killed while they start, too.
    const turns = world.services.slice(0, 2).map(async (service) => {
      while (left-- > 0) recoveries.push(await killAndStart(world, service))
    })
    await Promise.all(turns)
    await world.load.more(200)
    await writer.stop()
    return { times, recoveries }
  },
}

async function killAndStart(world: World, service: ServiceProcess): Promise<number> {
  await pause(Math.random() * 200)
  const killed = performance.now()
  await service.end('SIGKILL')
  service.spawn()
  await service.ready()
  await world.recovered(performance.now())
  return performance.now() - killed
}
