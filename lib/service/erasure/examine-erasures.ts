import type { DoctorFinding } from '@/lib/service/doctor/doctor-finding'
import { findErasedLineages, findUnfinished } from '@/lib/store/erasure/erasures'
import { findJournalledErasures, findSignedErasures } from './proven-erasures'

/** Examines whether something signed speaks for every erasure, whether it is complete, and what is left of those that are not. */
export async function examineErasures(): Promise<DoctorFinding[]> {
  const foreign = await findForeign()
  const findings = await examineUnfinished(foreign)
  const [first] = foreign
  if (first !== undefined)
    findings.push({ id: 'erasures', result: 'bad', message: describeForeign(foreign.size, first) })
  return findings
}

/** The lineages that somebody else wrote into the table. */
async function findForeign(): Promise<Set<string>> {
  const noted = await findErasedLineages(null)
  const signed = await findSignedErasures(noted)
  const rest = noted.filter((lineageId) => !signed.has(lineageId))
  const journalled = await findJournalledErasures(rest)
  return new Set(rest.filter((lineageId) => !journalled.has(lineageId)))
}

function describeForeign(count: number, first: string): string {
  return (
    `Rows of erasures for which nothing speaks that the service signed: ${count}, the first of the lineage ${first}. ` +
    'Nothing is deleted for them. Delete them as the owner of the tables, from erased_marks and erasures, and find out who wrote them.'
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
