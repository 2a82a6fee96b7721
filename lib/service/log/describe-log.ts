import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { ServiceError } from '@/lib/errors'
import { workingPool } from '@/lib/store/database/database'
import { countPending } from '@/lib/store/log/intake'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { findLogState, type LogState } from '@/lib/store/log/log-state'

/** How the public log of this service stands. */
interface DescribedLog {
  state: LogState
  /** Leaves that wait for their places. */
  waiting: number
}

/** @throws ServiceError `not_found` where there is no log */
export async function describeLog(): Promise<DescribedLog> {
  const state = await findLogState(workingPool())
  if (!state) throw new ServiceError('not_found', 'There is no public log yet: certs log fill makes it.')
  return { state, waiting: await countPending(workingPool()) }
}

/** The public halves of the log's keys, as verifiers are given them. */
interface DescribedLogKeys {
  origin: string
  /** As texts; the current one first. */
  vkeys: string[]
  witness: string | null
  /** What verifiers put into a file (C2SP tlog-policy): this log, without a quorum of witnesses. */
  policy: string
}

/** @throws ServiceError `not_found` where there is no log */
export async function describeLogKeys(): Promise<DescribedLogKeys> {
  const { state } = await describeLog()
  const keys = await findLogKeys(workingPool())
  const textOf = (purpose: string) =>
    keys
      .filter((key) => key.purpose === purpose && key.state !== 'compromised')
      .map((key) => formatVkey(noteKeyOf(key)))
  const vkeys = textOf('log')
  const policy = [...vkeys.map((vkey) => `log ${vkey}`), 'quorum none', ''].join('\n')
  return { origin: state.origin, vkeys, witness: textOf('witness')[0] ?? null, policy }
}
