import { Balancer } from '../balancer'
import type { Fault } from '../fault'
import { Writer } from '../writer'

/** Three processes behind a proxy are restarted one after the other: nobody notices. */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  title: 'rolling restart (SIGTERM) of three processes behind a proxy under load',
  world: { processes: 3, certificates: 60, variables: { DRAIN_SECONDS: '2' } },
  async run(world, scale) {
    const times = scale.times(6, 3)
    const broken: string[] = []
    const balancer = await Balancer.start(world.services)
    world.undo(() => balancer.stop())
    world.origins = () => [balancer.origin]
    world.load.start(16)
    const writer = new Writer(world)
    for (let time = 0; time < times; time++) {
      const service = world.services[time % world.services.length] ?? world.service
      const code = await service.end('SIGTERM')
      if (code !== 0) broken.push(`a process that was told to stop ended with ${code}`)
      await service.start()
      await balancer.sees(service, true)
      await world.load.more(100)
    }
    await writer.stop()
    const failed = world.load.answers.filter(({ status }) => status === 0 || status >= 500)
    if (failed.length > 0)
      broken.push(`${failed.length} requests failed: ${failed.slice(0, 5).map(describe).join(', ')}`)
    return { times, recoveries: [], broken }
  },
}

function describe({
  operation,
  status,
  missing,
}: {
  operation: string
  status: number
  missing: string | null
}): string {
  return `${operation} ${missing ?? status}`
}
