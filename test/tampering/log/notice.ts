import { formatNote } from '@/lib/crypto/tlog/signed-note'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { examineLog } from '@/lib/service/doctor/examine-log'
import { issuerLog } from '@/lib/service/log/issuer-log'
import { workingPool } from '@/lib/store/database/database'
import { compareLeaves } from '@/lib/store/log/compare-leaves'
import { compareLog } from '@/lib/store/log/compare-log'
import { findLogState } from '@/lib/store/log/log-state'
import { LogFilesMissing } from '@/lib/store/log/publish/log-stopped'
import { ownLogConnection } from '@/lib/store/log/sequence/own-log-connection'
import { Sequencer } from '@/lib/store/log/sequence/sequencer'
import type { AttackedLog } from './attacked-log'

/** Everybody who might notice an attack; the publisher last, since it may write. */
export const WHO = ['check', 'comparison', 'doctor', 'verify', 'monitor', 'witness', 'desk', 'publisher'] as const
export type Who = (typeof WHO)[number]

/** What somebody noticed, in words, and the milliseconds that looking took; null for nothing. */
export type Noticed = Record<Who, { said: string; took: number } | null>

/** What the attack wants to be believed, and where it is shown. */
export interface Shown {
  /** The certificate that is lied about, and the lie. */
  lie?: { serial: string; outcome: string }
  /** Where somebody outside sees the log. */
  files?: LogReader
}

/**
 * Lets everybody look, one after the other, and says what each noticed.
 * @param issuerId whose certificates are attacked
 */
export async function look(log: AttackedLog, issuerId: string, { lie, files = log.files }: Shown): Promise<Noticed> {
  const looks: Record<Who, () => Promise<string | null>> = {
    check: async () => {
      if (!lie) return null
      const outcome = await checkCertificate(lie.serial).then(
        (checked) => checked?.judgement.overallStatus ?? 'not found',
        () => '503',
      )
      return outcome === lie.outcome ? null : outcome
    },
    comparison: () =>
      said(compareLeaves(workingPool(), 0), ({ differing }) => (differing > 0 ? `${differing} leaves` : null)),
    doctor: () => said(examineLog(), (found) => found.find(({ result }) => result === 'bad')?.message ?? null),
    verify: () => said(log.verify(files), ({ faults }) => faults[0]?.code ?? null),
    monitor: () => said(log.monitor(files), ({ alarms }) => alarms[0]?.code ?? null),
    witness: () => said(log.ask(files), ({ cosignatures }) => (cosignatures.length < 2 ? 'not confirmed' : null)),
    desk: () => desk(issuerId),
    publisher: () => publisher(log),
  }
  const noticed = {} as Noticed
  for (const who of WHO) {
    const began = performance.now()
    const what = await looks[who]()
    noticed[who] = what === null ? null : { said: what, took: performance.now() - began }
  }
  return noticed
}

async function said<T>(look: Promise<T>, of: (found: T) => string | null): Promise<string | null> {
  return look.then(of, (error: Error) => `cannot be read: ${error.message}`)
}

/** What the issuer's owners are shown and told of, once the server has compared its database with the files. */
async function desk(issuerId: string): Promise<string | null> {
  await compareLog(workingPool(), 0).catch(() => undefined)
  const strange = (await issuerLog(issuerId, Date.now()))?.strangeCount ?? 0
  return strange > 0 ? `${strange} without a certificate` : null
}

/** Takes the log up, asks the witnesses and would go on. */
async function publisher(log: AttackedLog): Promise<string | null> {
  const db = await ownLogConnection()
  try {
    const sequencer = await Sequencer.take(db)
    if (!sequencer) return `stopped: ${(await findLogState(db))?.stopped}`
    await sequencer.confirm({
      ...(await log.ask(log.files, [0, 1], formatNote(await sequencer.signed()))),
      isQuorum: false,
    })
    await sequencer.release()
    return null
  } catch (error) {
    const isWaiting = error instanceof LogFilesMissing || (await findLogState(db))?.stopped == null
    return `${isWaiting ? 'waits' : 'stopped'}: ${(error as Error).message}`
  } finally {
    await db.end()
  }
}
