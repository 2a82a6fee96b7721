import type { DoctorFinding } from '@/lib/service/doctor/doctor-finding'
import { findErasedEntries } from '@/lib/store/erasure/erased-entries'
import { findErasedLineages, findUnfinished } from '@/lib/store/erasure/erasures'
import { findJournalledErasures, findSignedErasures } from './proven-erasures'

/** Examines whether something signed speaks for every erasure, whether it is complete, and what is left of those that are not. */
export async function examineErasures(): Promise<DoctorFinding[]> {
  const unproven = await findUnproven()
  const findings = await examineUnfinished(new Set(unproven))
  const withEntry = new Set((await findErasedEntries(unproven)).map(({ chainId }) => chainId))
  const describe = (lineages: string[], say: typeof describeForeign) => {
    const [first] = lineages
    if (first !== undefined) findings.push({ id: 'erasures', result: 'bad', message: say(lineages.length, first) })
  }
  describe(
    unproven.filter((lineageId) => !withEntry.has(lineageId)),
    describeForeign,
  )
  describe(
    unproven.filter((lineageId) => withEntry.has(lineageId)),
    describeUnchecked,
  )
  return findings
}

/** The lineages in the table for which nothing speaks that the service signed, and whose signature holds now. */
async function findUnproven(): Promise<string[]> {
  const noted = await findErasedLineages(null)
  const signed = await findSignedErasures(noted)
  const rest = noted.filter((lineageId) => !signed.has(lineageId))
  const journalled = await findJournalledErasures(rest)
  return rest.filter((lineageId) => !journalled.has(lineageId))
}

function describeForeign(count: number, first: string): string {
  return (
    `Rows of erasures for which nothing speaks that the service signed: ${count}, the first of the lineage ${first}. ` +
    'Nothing is deleted for them. Delete them as the owner of the tables, from erased_marks and erasures, and find out who wrote them.'
  )
}

/** The key that signed may be the one whose row fails: then the erasure is genuine. */
function describeUnchecked(count: number, first: string): string {
  return (
    `Erasures whose signed entry does not pass its check: ${count}, the first of the lineage ${first}. Nothing is deleted for them. ` +
    'Delete nothing yourself before the keys of the service and this history pass their checks.'
  )
}

async function examineUnfinished(foreign: ReadonlySet<string>): Promise<DoctorFinding[]> {
  const unfinished = (await findUnfinished()).filter(({ lineageId }) => !foreign.has(lineageId))
  if (unfinished.length === 0) return [{ id: 'erasures', result: 'good', message: 'No erasure is left unfinished.' }]
  const files = unfinished.reduce((sum, { pending }) => sum + pending.length, 0)
  const left = files > 0 ? `files still to be deleted: ${files}` : 'only the database still has to give up the rows'
  const hint = 'Run as the owner of the tables: certs erase --finish'
  return [
    {
      id: 'erasures',
      result: 'bad',
      message: `Erasures that are not complete: ${unfinished.length}; ${left}. ${hint}`,
    },
  ]
}
