import { env } from '@/lib/env'
import { Every } from '@/lib/every'
import { pause, untilStopped } from '@/lib/keep-doing'
import { log } from '@/lib/log'
import { endConnection } from '@/lib/store/database/end-connection'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { LogFilesMissing, LogKeysChanged, LogStopped } from '@/lib/store/log/publish/log-stopped'
import { LogNews } from '@/lib/store/log/sequence/log-news'
import { ownLogConnection } from '@/lib/store/log/sequence/own-log-connection'
import { Sequencer } from '@/lib/store/log/sequence/sequencer'
import { endSilentSequencer } from '@/lib/store/log/sequence/silent-sequencer'
import { enterLists } from './enter-lists'
import { retireLogKeys } from './keys/retire-log-keys'
import { WitnessRounds } from './witness/witness-rounds'

/** Between two batches, so that what comes close together is published at once. */
const BATCH_MS = 250
/** Without news from the database: waiting leaves are looked for, and it is said that somebody is here. */
const BEAT_MS = 2000
const HOUR_MS = 3_600_000
/** Between two tries to become the one who publishes. */
const TRY_MS = 5000

/**
 * Publishes the log from this process, for as long as no other does: any number of processes may try. Where there is no
 * log it waits for one.
 * @returns ends it, once the batch in hand is published
 */
export function keepLog(): () => Promise<void> {
  return untilStopped(run)
}

async function run(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await publishOnce(signal)
    } catch (error) {
      if (!(error instanceof LogStopped) || error instanceof LogFilesMissing)
        log.warn({ err: error }, 'the public log waits')
      // What a witness showed stops the checks, too: here at once, and in other processes when they compare next.
      else
        await compareAgain().catch((err: unknown) => log.warn({ err }, 'the database is not compared with its journal'))
    }
    await pause(TRY_MS, signal)
  }
}

async function publishOnce(signal: AbortSignal): Promise<void> {
  const db = await ownLogConnection()
  try {
    const news = await LogNews.listen(db)
    for (let isOver = false; !isOver;) isOver = await publishWithKeys(db, news, signal)
  } finally {
    await endConnection(db)
  }
}

type OwnConnection = Awaited<ReturnType<typeof ownLogConnection>>

/** @returns false when the log is to be taken up again, with other keys */
async function publishWithKeys(db: OwnConnection, news: LogNews, signal: AbortSignal): Promise<boolean> {
  const sequencer = await Sequencer.take(db)
  if (!sequencer) {
    await endSilentSequencer(db)
    return true
  }
  const rounds = new WitnessRounds()
  const lists = new Every(HOUR_MS)
  try {
    while (!signal.aborted) {
      // Where a signer holds the keys, it ends them.
      if (env().SIGNER === 'local')
        await retireLogKeys().catch((error: unknown) => log.warn({ err: error }, 'no key of the log was ended'))
      if (lists.isDue()) await enterLists()
      await rounds.turn(sequencer)
      const count = await sequencer.runBatch()
      if (count > 0) await pause(BATCH_MS, signal)
      else {
        await sequencer.rest()
        await news.wait(BEAT_MS, signal)
      }
    }
    await sequencer.release()
    return true
  } catch (error) {
    if (!(error instanceof LogKeysChanged)) throw error
    await sequencer.release()
    return false
  }
}
