import { expect, it } from 'vitest'
import type { Evidence } from '@/lib/domain/history/evidence'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import { unloggedReason } from '@/lib/domain/history/judge-logged'
import { CHAIN_ID, issued, START } from '@/test/example-history'
import { exampleEvidence, historyOf, ISSUER_ID, partsOf } from '@/test/record/example-record'
import { withLog } from '@/test/record/logged-record'
import { wordSignatures } from '@/test/record/word-signatures'
import { LONGEST_WAIT_MS } from './longest-wait'

const waits = 'a change of the last minute is not in the public log yet'
const lacks = 'a certificate is not in the public log as it is here'

function reasonOf(evidence: Evidence): string | null {
  const { row, issuer } = partsOf(evidence)
  return unloggedReason({ row, issuer, keys: [] }, evidence)
}

const ownLeaf = (evidence: Evidence) => evidence.leaves.get(CHAIN_ID)?.[0]

it.each<[string, (evidence: Evidence) => unknown, string | null]>([
  ['is there', () => null, null],
  ['has no place yet', (read) => read.leaves.delete(CHAIN_ID), waits],
  ['has a place that is not published', (read) => read.log && (read.log.publishedSize -= 1), waits],
  ['is there otherwise', (read) => Object.assign(ownLeaf(read) ?? {}, { salt: null }), lacks],
  ['has none after a minute', (read) => [read.leaves.delete(CHAIN_ID), (read.now += 1)], lacks],
])('where an entry of the last minute %s', (_, change, reason) => {
  const evidence = withLog({ ...exampleEvidence([issued(1)]), now: START + LONGEST_WAIT_MS })
  change(evidence)
  expect(reasonOf(evidence)).toBe(reason)
  if (reason === null) return
  const [judgement] = judgeLineage(CHAIN_ID, evidence, wordSignatures)
  expect(() => judgement?.overallStatus).toThrow(expect.objectContaining({ status: 503, cause: reason }) as Error)
})

it('the end of a suspension waits as long', () => {
  const evidence = exampleEvidence([issued(1)])
  historyOf(evidence, partsOf(evidence).issuer, { type: 'suspended' }, { type: 'resumed' })
  withLog(evidence)
  const end = evidence.events.get(ISSUER_ID)?.at(-1)?.at ?? 0
  evidence.leaves.delete(ISSUER_ID)
  evidence.now = end + LONGEST_WAIT_MS
  expect(reasonOf(evidence)).toBe(waits)
  evidence.now += 1
  expect(reasonOf(evidence)).toBe('the end of a suspension is not in the public log as it is here')
})

it('what is missing for longer is told first', () => {
  const evidence = exampleEvidence([issued(1)])
  historyOf(evidence, partsOf(evidence).issuer, { type: 'suspended' }, { type: 'resumed' })
  withLog(evidence)
  evidence.leaves.clear()
  evidence.now = (evidence.events.get(ISSUER_ID)?.at(-1)?.at ?? 0) + 1
  evidence.now = Math.max(evidence.now, START + LONGEST_WAIT_MS + 1)
  expect(reasonOf(evidence)).toBe(lacks)
})
