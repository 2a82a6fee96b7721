import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { logKeyRecord } from '@/lib/domain/log/log-key-record'
import { ServiceError } from '@/lib/errors'
import { workingPool } from '@/lib/store/database/database'
import { isOfWitness } from '@/lib/store/log/contradicted-log'
import { countPending } from '@/lib/store/log/intake'
import { logKeysNow, publishedOrder } from '@/lib/store/log/keys/key-times'
import { noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { findLogState, type LogState } from '@/lib/store/log/log-state'
import { isStandingLog } from '@/lib/store/log/require-moving-log'

/** How the public log of this service stands. */
interface DescribedLog {
  state: LogState
  /** Leaves that wait for their places. */
  waiting: number
  /** Whether what a witness showed stops the checks, too. */
  stopsChecks: boolean
  /** Whether it has taken nothing in for a minute, though nobody stopped it. */
  stands: boolean
}

/** What the operator is told of a log that stands. */
export const STANDING_LOG =
  'The public log has taken nothing in for a minute, so nothing is issued: are its files there, is its disk full?'

/** @throws ServiceError `not_found` where there is no log */
export async function describeLog(): Promise<DescribedLog> {
  const state = await findLogState(workingPool())
  if (!state) throw new ServiceError('not_found', 'There is no public log yet. Run: certs log fill')
  const { stopped } = state
  const stands = stopped === null && (await isStandingLog(workingPool()))
  return { state, waiting: await countPending(workingPool()), stopsChecks: isOfWitness(stopped), stands }
}

/** A key of the log with its times. */
interface DescribedLogKey {
  vkey: string
  state: 'active' | 'retired' | 'compromised'
  /** Since when and until when it signs, in milliseconds since 1970. */
  from: number
  until: number | null
}

/** The public halves of the log's keys, as verifiers are given them. */
interface DescribedLogKeys {
  origin: string
  /** Those that sign first, then the one to come, then those that have ended. */
  keys: DescribedLogKey[]
  /** As texts, without those that were in other hands; the current one first. */
  vkeys: string[]
  witness: string | null
  /** What verifiers put into a file (C2SP tlog-policy): this log, without a quorum of witnesses. */
  policy: string
  /** The record in the DNS that says the same where nobody of the service writes. */
  dns: { name: string; texts: string[] }
}

/** @throws ServiceError `not_found` where there is no log */
export async function describeLogKeys(): Promise<DescribedLogKeys> {
  const { state } = await describeLog()
  const { rows, now } = await logKeysNow(workingPool())
  const keys = publishedOrder(rows, now).map((row) => ({
    vkey: formatVkey(noteKeyOf(row)),
    ...{ state: row.state, from: row.createdAt, until: row.endedAt },
  }))
  const vkeys = keys.filter((key) => key.state !== 'compromised').map(({ vkey }) => vkey)
  const witness = rows.find(({ purpose, state: of }) => purpose === 'witness' && of === 'active')
  const policy = [...vkeys.map((vkey) => `log ${vkey}`), 'quorum none', ''].join('\n')
  return {
    ...{ origin: state.origin, keys, vkeys, policy },
    witness: witness ? formatVkey(noteKeyOf(witness)) : null,
    dns: {
      name: logKeyRecord(state.origin),
      texts: keys.filter((key) => key.state === 'active').map(({ vkey }) => vkey),
    },
  }
}
