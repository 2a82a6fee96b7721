import type { Fault } from '../fault'
import { pause } from '../load'

/** Redis is killed, hangs, and comes back; requests are counted in memory meanwhile, and files are refused. */
export const killRedis: Fault = {
  name: 'kill-redis',
  title: 'SIGKILL of Redis, and Redis hanging (SIGSTOP)',
  world: { redis: true },
  async run(world, scale) {
    const times = scale.times(10, 1)
    const recoveries: number[] = []
    world.load.start(12)
    for (let time = 0; time < times; time++) {
      await world.load.more(200)
      if (time % 2 === 0) await world.redis?.kill()
      else world.redis?.signal('SIGSTOP')
      await world.load.more(200)
      if (time % 2 === 0) await world.redis?.restart()
      else world.redis?.signal('SIGCONT')
      const over = performance.now()
      while (!(await countsInRedis(world.service.origin))) await pause(25)
      recoveries.push(performance.now() - over)
    }
    return {
      times,
      recoveries,
      notes: ['recovery is the time until readiness no longer says that the counter is degraded'],
    }
  },
}

async function countsInRedis(origin: string): Promise<boolean> {
  const body = (await (await fetch(`${origin}/api/health/ready`)).json()) as { degraded?: string[] }
  return body.degraded === undefined
}
