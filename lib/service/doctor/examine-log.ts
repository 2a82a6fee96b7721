import { isIP } from 'node:net'
import { parseVkey } from '@/lib/crypto/tlog/note-key'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { resolveTxt } from '@/lib/net/resolve-txt'
import { describeLogKeys, STANDING_LOG } from '@/lib/service/log/describe-log'
import { workingPool } from '@/lib/store/database/database'
import { compareLeaves } from '@/lib/store/log/compare-leaves'
import { COMPLETE_MARK } from '@/lib/store/log/complete-log'
import { isOfWitness } from '@/lib/store/log/contradicted-log'
import { type LogState, readLogState } from '@/lib/store/log/log-state'
import { logStore } from '@/lib/store/log/open-log-store'
import { isStandingLog } from '@/lib/store/log/require-moving-log'
import { findAcceptedLosses } from '@/lib/store/log/resume/accepted-losses'
import { logPolicy } from '@/lib/store/log/witness/log-policy'
import { forgetWitnesses, lookForWitnesses, witnessedHead } from '@/lib/store/log/witness/witnessed-head'
import type { DoctorFinding } from './doctor-finding'

const FOREIGN_STATE =
  'Somebody else wrote how far the public log has come, and nothing is verified by it. Find out who, and run: certs log resume'

const LOST =
  'Checks of certificates that changed after a backup was made are answered with 503, as was accepted with certs log resume. Entries ' +
  'of the public log whose records are not here'

/**
 * Examines the public log (spec part 18), if there is one: that it goes on, that its files are whole and hold what the database
 * holds, who confirms it, and whether the DNS has its key. Reads all of it.
 */
export async function examineLog(): Promise<DoctorFinding[]> {
  const state = await readLogState(workingPool())
  if (!state) return [await withoutState()]
  if (!state.isSealed) return [finding('bad', FOREIGN_STATE)]
  const findings = [...(await examineProgress(state)), ...(await examineLeaves(state))]
  findings.push(...(await examineWitnesses()), ...(await examineRecord()))
  const bad = findings.filter(({ result }) => result !== 'good')
  const good = finding(
    'good',
    `The public log ${state.origin} has ${state.publishedSize} leaves, and its files are those that the database knows.`,
  )
  return bad.some(({ result }) => result === 'bad') ? bad : [good, ...bad]
}

async function withoutState(): Promise<DoctorFinding> {
  const mark = await logStore().then((store) => store.read(COMPLETE_MARK, 64))
  if (mark === null) return finding('good', 'There is no public log: certs log fill makes one.')
  return finding(
    'bad',
    'There are files of a public log, and the database knows of none: it was put back, or its rows are gone.',
  )
}

async function examineProgress({ stopped, publishedSize, size }: LogState): Promise<DoctorFinding[]> {
  if (stopped !== null) {
    const what = isOfWitness(stopped) ? 'Every check is 503, and nothing more is signed' : 'Nothing more is signed'
    return [finding('bad', `${what}: ${stopped} See certs log resume.`)]
  }
  if (await isStandingLog(workingPool())) return [finding('bad', STANDING_LOG)]
  return publishedSize === size ? [] : [finding('warning', 'The newest leaves are being published at this moment.')]
}

async function examineLeaves(state: LogState): Promise<DoctorFinding[]> {
  const { vkeys } = await describeLogKeys()
  const logs = vkeys.map((vkey) => ({ key: parseVkey(vkey), url: null }))
  const policy: TrustPolicy = { logs, witnesses: [], quorum: null }
  const store = await logStore()
  const seen = [{ name: 'the database', size: state.publishedSize, root: state.publishedRoot }]
  const { faults } = await verifyLog(store, policy, Math.floor(Date.now() / 1000), { seen })
  const [fault] = faults
  if (fault)
    return [
      finding('bad', `The files of the public log are not those of the database: ${fault.where}: ${fault.sentence}`),
    ]
  const { differing, missing } = await compareLeaves(workingPool(), 0)
  const accepted = await findAcceptedLosses(workingPool())
  const lost = missing.filter(({ index }) => accepted.some(({ from, to }) => from <= index && index < to)).length
  const findings: DoctorFinding[] = []
  if (differing > lost)
    findings.push(finding('bad', `The database lacks leaves of the published log, or has others: ${differing - lost}.`))
  if (lost > 0) findings.push(finding('warning', `${LOST}: ${lost}.`))
  return findings
}

async function examineWitnesses(): Promise<DoctorFinding[]> {
  const { witnesses } = await logPolicy()
  if (witnesses.length === 0) return [finding('warning', 'Nobody else confirms the public log: certs log witness add.')]
  forgetWitnesses()
  await lookForWitnesses()
  if (witnessedHead()) return []
  return [finding('warning', 'No witness has confirmed the public log for a day: certs log witness list.')]
}

/** Whoever holds the machine cannot change the DNS with it; so a key that stands there is worth more than one that we show. */
async function examineRecord(): Promise<DoctorFinding[]> {
  const { origin, dns } = await describeLogKeys()
  const host = new URL(`https://${origin}`).hostname
  if (isIP(host) !== 0 || !host.includes('.') || host.startsWith('[')) return []
  const found = await resolveTxt(dns.name).catch(() => null)
  if (found === null) return [finding('warning', `The DNS could not be asked for ${dns.name}.`)]
  const strangers = found.filter((text) => !dns.texts.includes(text))
  if (strangers.length > 0)
    return [finding('warning', `${dns.name} has another key than the log: ${strangers.join(', ')}.`)]
  const missing = dns.texts.filter((text) => !found.includes(text))
  return missing.length === 0 ? [] : [finding('warning', `${dns.name} lacks the TXT record ${missing.join(', ')}.`)]
}

function finding(result: DoctorFinding['result'], message: string): DoctorFinding {
  return { id: 'log', result, message }
}
