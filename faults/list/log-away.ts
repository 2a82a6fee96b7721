import { rename, writeFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { countWaitingLeaves } from '../count-waiting-leaves'
import type { Fault, Figures, Scale } from '../fault'
import { pause } from '../load'
import { operation } from '../operations'
import { type World } from '../world'
import { Writer } from '../writer'

/** The folder of the log is gone for a while, as a disk that is not mounted. */
export const logAway: Fault = {
  name: 'log-away',
  title:
    'the folder of the public log is away: what is published stays as it is, and nothing is refused that worsens a verdict',
  world: { certificates: 40 },
  run: (world, scale) => {
    const place = join(world.folder, 'log')
    return whileAway(world, scale, {
      take: async () => {
        await rename(place, `${place}.away`)
        await writeFile(place, '')
      },
      bring: async () => {
        await rm(place)
        await rename(`${place}.away`, place)
      },
    })
  },
}

/** The bucket answers nothing but 503 for a while. */
export const logBucketAway: Fault = {
  name: 'log-bucket-away',
  title: 'the bucket of the public log is away',
  world: { certificates: 40, bucket: true },
  run: (world, scale) => {
    const setAway = (isAway: boolean) => async () => {
      if (world.bucket) world.bucket.isAway = isAway
    }
    return whileAway(world, scale, { take: setAway(true), bring: setAway(false) })
  },
}

interface Outage {
  take: () => Promise<void>
  bring: () => Promise<void>
}

async function whileAway(world: World, scale: Scale, { take, bring }: Outage): Promise<Figures> {
  const times = scale.times(4, 1)
  const recoveries: number[] = []
  const broken: string[] = []
  let withdrawn = 0
  world.load.start(4)
  for (let time = 0; time < times; time++) {
    const writer = new Writer(world)
    await world.load.more(150)
    await writer.stop()
    const known = new Set(world.ledger.all.map(({ serial }) => serial))
    await take()
    const from = performance.now()
    const during = new Writer(world)
    // Whoever changes something waits ten seconds for the log, and is told that it is not in it yet.
    while (during.failed < 2) await pause(50)
    const ended = world.ledger.all.filter(({ withdrawal }) => (withdrawal?.begun ?? 0) > from)
    for (const one of ended) {
      const { verdict, status } = await world.load.ask(operation('verify'), one)
      if (verdict !== 'withdrawn')
        broken.push(`${one.serial} was withdrawn while the log was away, and is ${verdict ?? status}`)
    }
    withdrawn += ended.length
    const until = performance.now()
    await bring()
    await during.stop()
    const back = performance.now()
    while ((await countWaitingLeaves()) > 0) await pause(50)
    recoveries.push(performance.now() - back)
    const changed = world.load.answers.filter(
      ({ operation, serial, status, sentAt, doneAt }) =>
        operation === 'verify' && known.has(serial) && status === 503 && sentAt > from && doneAt < until,
    )
    if (changed.length > 0) broken.push(`${changed.length} checks were 503 while the log was away`)
  }
  return {
    times,
    recoveries,
    broken,
    notes: [`${withdrawn} withdrawals while it was away; recovery is until nothing waits for the log`],
  }
}
