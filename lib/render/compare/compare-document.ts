import { inspections } from '@/lib/render/inspect/inspect-document'
import { runInspector } from '@/lib/render/inspect/inspect-process'
import { comparatorAnswer, type ComparedFile } from './comparison-result'

/** The result of one comparison. `failed` and `busy` say nothing about the document: it could not be compared. */
type ComparisonOutcome = { outcome: 'compared'; file: ComparedFile } | { outcome: 'failed' } | { outcome: 'busy' }

/**
 * Compares an uploaded document with the issued file (spec part 7): the words of their first pages and how
 * these look. Both are read by a process of its own, in its turn and within its limits, as an inspection is.
 * @param path the document, a file that does not change meanwhile
 * @param issued the bytes of the issued file
 * @param address the caller's as it is counted
 */
export async function compareDocument(path: string, issued: Uint8Array, address: string): Promise<ComparisonOutcome> {
  const job = { program: 'compare/compare-child.mjs' as const, issued }
  const ended = await inspections().compare(address, (limits) => runInspector(path, limits, job))
  if (ended === null) return { outcome: 'busy' }
  const answer = ended.end === 'answered' ? parseAnswer(ended.text) : null
  return answer?.status === 'compared' ? { outcome: 'compared', file: answer } : { outcome: 'failed' }
}

function parseAnswer(text: string) {
  try {
    return comparatorAnswer.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
