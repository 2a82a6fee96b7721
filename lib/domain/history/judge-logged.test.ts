import { describe, expect, it } from 'vitest'
import { logTag } from '@/lib/domain/log/log-entry'
import { ServiceError } from '@/lib/errors'
import { CHAIN_ID, corrected, idOf, issued, resigned, START, type Step } from '@/test/example-history'
import { exampleEvidence, historyOf, ISSUER_ID, partsOf, withdrawnForReason } from '@/test/record/example-record'
import { outputOf, VRF_SECRET, withLog } from '@/test/record/logged-record'
import { wordSignatures } from '@/test/record/word-signatures'
import type { Evidence, LoggedLeaf } from './evidence'
import { judgeLineage } from './judge-lineage'
import { isKnownToLogAlone, unloggedReason } from './judge-logged'
import { retirementDetail } from './key-pair'

/** The outcomes; where one cannot be read, that there is none. */
function outcomesOf(evidence: Evidence): string[] {
  return judgeLineage(CHAIN_ID, evidence, wordSignatures).map((judgement) => {
    try {
      return judgement.overallStatus
    } catch (error) {
      return error instanceof ServiceError && error.code === 'unavailable' ? 'none' : String(error)
    }
  })
}

/** A record that its log has whole: corrected, signed again, of an issuer that stands again. */
function logged(): Evidence {
  const evidence = exampleEvidence([issued(1), corrected(2), { ...resigned(2, ''), at: START + 2500 }])
  historyOf(evidence, partsOf(evidence).issuer, { type: 'suspended' }, { type: 'resumed' })
  return withLog(evidence)
}

const leavesOf = (evidence: Evidence, subject: string) => evidence.leaves.get(subject) ?? []
const leafAt = (evidence: Evidence, place: number, part = 0): LoggedLeaf => {
  const leaf = leavesOf(evidence, CHAIN_ID).find((one) => one.place === place && one.part === part)
  if (!leaf) throw new Error('there is no such leaf')
  return leaf
}
const keyLeaf = (evidence: Evidence, name: 'es256' | 'eddsa' = 'es256') =>
  leavesOf(evidence, partsOf(evidence)[name].id)[0] as LoggedLeaf
const standingLeaf = (evidence: Evidence, place: number) =>
  leavesOf(evidence, ISSUER_ID).find((one) => one.place === place) as LoggedLeaf
const without = (evidence: Evidence, subject: string, place: number) =>
  evidence.leaves.set(
    subject,
    leavesOf(evidence, subject).filter((one) => one.place !== place),
  )
const edit = (leaf: LoggedLeaf, from: string | RegExp, to: string) => (leaf.leaf = leaf.leaf.replace(from, to))

describe('verified', () => {
  it('is what its log has whole, and what no log is asked for', () => {
    const evidence = logged()
    expect(outcomesOf(evidence)).toEqual(['superseded', 'verified'])
    evidence.log = null
    evidence.leaves.clear()
    expect(outcomesOf(evidence)).toEqual(['superseded', 'verified'])
  })

  it.each<[string, (evidence: Evidence) => unknown]>([
    ['what worsens it: a suspension that ended', (read) => without(read, ISSUER_ID, 1)],
    ['the other half of a correction', (read) => (leafAt(read, 2, 1).salt = null)],
    ['leaves behind those that are published', (read) => read.log && (read.log.publishedSize += 5)],
  ])('does not rest on %s', (_, change) => {
    const evidence = logged()
    change(evidence)
    expect(outcomesOf(evidence)).toEqual(['superseded', 'verified'])
  })

  it.each<[string, (evidence: Evidence) => unknown]>([
    ['somebody else wrote how far the log has come', (read) => read.log && (read.log.isGenuine = false)],
    ['the leaf of the correction is missing', (read) => without(read, CHAIN_ID, 2)],
    ['that of the signing again is missing', (read) => without(read, CHAIN_ID, 3)],
    ['all are missing', (read) => read.leaves.delete(CHAIN_ID)],
    ['the end of the suspension is missing', (read) => without(read, ISSUER_ID, 2)],
    ['the issuer has no leaves', (read) => read.leaves.delete(ISSUER_ID)],
    ['a key is missing', (read) => read.leaves.delete(partsOf(read).es256.id)],
    ['the other key is missing', (read) => read.leaves.delete(partsOf(read).eddsa.id)],
    ['a leaf is not published', (read) => (leafAt(read, 3).index = read.log?.publishedSize ?? 0)],
    ['a leaf has no whole index', (read) => (leafAt(read, 3).index = 0.5)],
    ['a leaf has a negative one', (read) => (leafAt(read, 3).index = -1)],
    ['the end of the suspension is not published', (read) => (standingLeaf(read, 2).index = 1000)],
    ['a key is not published', (read) => (keyLeaf(read).index = 1000)],
    ['a leaf is of an event and not of a key', (read) => (keyLeaf(read).kind = 'event')],
    ['a leaf is of a key and not of an event', (read) => (leafAt(read, 3).kind = 'key')],
    ['a leaf is the end of a key', (read) => (keyLeaf(read).place = 2)],
    ['a leaf is another part', (read) => (leafAt(read, 3).part = 1)],
    ['a salt is forgotten', (read) => (leafAt(read, 3).salt = null)],
    ['a salt is another', (read) => (leafAt(read, 3).salt = leafAt(read, 2).salt)],
    ['a leaf is that of another event', (read) => Object.assign(leafAt(read, 3), { ...leafAt(read, 2), place: 3 })],
    ['a leaf is of another issuer', (read) => edit(leafAt(read, 3), '000900', '000901')],
    ['a leaf is of another second', (read) => edit(leafAt(read, 3), /^(.{49})./, '$1f')],
    ['a leaf has another commitment', (read) => edit(leafAt(read, 3), /.{4}$/, 'abcd')],
    ['a leaf is damaged', (read) => edit(leafAt(read, 3), /..$/, '')],
    ['a leaf of another form is in its place', (read) => edit(leafAt(read, 3), /^01/, '02')],
    ['the end of the suspension says something else', (read) => edit(standingLeaf(read, 2), 'resumed', 'suspended')],
    ['a key is another’s', (read) => edit(keyLeaf(read), ':school"', ':other"')],
    ['a key is another', (read) => edit(keyLeaf(read), '#ES256', '#ES257')],
    ['a key has other bytes', (read) => edit(keyLeaf(read), '"y":"y"', '"y":"z"')],
    ['the other key has other bytes', (read) => edit(keyLeaf(read, 'eddsa'), '"x":"x"', '"x":"z"')],
    ['a key had ended', (read) => edit(keyLeaf(read), '"active"', '"retired"')],
    ['the leaf of a key is no leaf', (read) => edit(keyLeaf(read), '{', '[')],
    ['the leaf of a key is damaged', (read) => edit(keyLeaf(read), /\}$/, '')],
    [
      'the leaf of a key is of a kind that nobody knows here',
      (read) => (keyLeaf(read).leaf = '{"a":1,"kind":"certificate-verification/log-later/v9"}'),
    ],
    ['the leaf of a key is of another kind', (read) => (keyLeaf(read).leaf = standingLeaf(read, 2).leaf)],
    ['the log has an entry more of its keys', (read) => addEntry(read, partsOf(read).eddsa.id, 1)],
    ['the log has the compromise of a key that was retired here', (read) => retireCompromised(read)],
    ['the log has an entry more of its issuer', (read) => addEntry(read, ISSUER_ID, 3)],
  ])('is not said where %s', (_, change) => {
    const evidence = logged()
    // Whatever was found good once is remembered; it must not answer for what was changed.
    expect(outcomesOf(evidence)).toEqual(['superseded', 'verified'])
    change(evidence)
    // Nor is what was found wrong remembered as good.
    for (let time = 0; time < 2; time++) expect(outcomesOf(evidence)).toEqual(['superseded', 'none'])
  })

  it('rests on one entry at least', () => {
    const evidence = logged()
    const { row, issuer } = partsOf(evidence)
    expect(unloggedReason({ row, issuer, keys: [] }, evidence)).toBeNull()
    evidence.events.delete(CHAIN_ID)
    evidence.leaves.delete(CHAIN_ID)
    expect(unloggedReason({ row, issuer, keys: [] }, evidence)).toBe(
      'a certificate is not in the public log as it is here',
    )
  })

  it.each<[string, Step[]]>([
    ['of another certificate', [issued(1), corrected(3), resigned(3, '')]],
    ['at another place', [issued(1), corrected(2), resigned(2, ''), resigned(2, '')]],
    ['at another moment of the same second', [issued(1), corrected(2), { ...resigned(2, ''), at: START + 2600 }]],
  ])('is not said by a leaf that opened for another entry, of an event %s', (_, steps) => {
    const evidence = logged()
    expect(outcomesOf(evidence)).toEqual(['superseded', 'verified'])
    const { leaf, salt } = leafAt(evidence, 3)
    const another = withLog(exampleEvidence(steps))
    Object.assign(leafAt(another, steps.length), { leaf, salt })
    expect(outcomesOf(another)).toEqual(['superseded', 'none'])
  })

  it('is what many have: not only those that were compared last', () => {
    for (let number = 0; number < 2; number++) expect(outcomesOf(logged())).toEqual(['superseded', 'verified'])
  })
})

function addEntry(evidence: Evidence, subject: string, place: number, leaf = '{}'): void {
  const more = { kind: 'event', place, part: 0, index: 0, leaf, salt: null } as const
  evidence.leaves.set(subject, [...leavesOf(evidence, subject), more])
}

/** The log says that it was compromised, which was lost in a restore, and then it was rotated. */
function retireCompromised(evidence: Evidence): void {
  const { es256 } = partsOf(evidence)
  historyOf(evidence, es256, { type: 'retired', detail: retirementDetail(null) })
  es256.state = 'retired'
  addEntry(evidence, es256.id, 1, '{"kind":"certificate-verification/log-chain/v1","type":"compromised"}')
}

describe('an entry that is lost here', () => {
  const lose = (evidence: Evidence, place: number, vrfKey: Buffer | null = VRF_SECRET, issuer = ISSUER_ID) => {
    if (!evidence.log) throw new Error('there is no log')
    const tags = new Map([[logTag(outputOf(partsOf(evidence).row.serialKey), place).toString('hex'), issuer]])
    evidence.log.missing = { tags, issuers: new Set([issuer]), vrfKey }
  }
  const verified = () => withLog(exampleEvidence())
  const withdrawn = () => withLog(exampleEvidence([issued(1), withdrawnForReason(1)]))

  it.each<[string, () => Evidence, (evidence: Evidence) => unknown, string]>([
    ['the next one of a verified certificate', verified, (read) => lose(read, 2), 'none'],
    ['the next one of a withdrawn certificate', withdrawn, (read) => lose(read, 3), 'none'],
    ['one that is here', withdrawn, (read) => lose(read, 2), 'withdrawn'],
    ['one behind the next', verified, (read) => lose(read, 3), 'verified'],
    ['any of the issuer, where no tag can be told', verified, (read) => lose(read, 9, null), 'none'],
    ['any of the issuer, of a withdrawn one', withdrawn, (read) => lose(read, 9, null), 'none'],
    ['one of another issuer', verified, (read) => lose(read, 9, null, idOf(5)), 'verified'],
    ['one that the log’s rows have', verified, (read) => addEntry(read, CHAIN_ID, 2), 'none'],
    ['one of a withdrawn one that the log’s rows have', withdrawn, (read) => addEntry(read, CHAIN_ID, 3), 'none'],
    [
      'none, where somebody else wrote its state',
      withdrawn,
      (read) => read.log && (read.log.isGenuine = false),
      'withdrawn',
    ],
    [
      'none, where no log is asked for',
      withdrawn,
      (read) => [(read.log = null), addEntry(read, CHAIN_ID, 3)],
      'withdrawn',
    ],
  ])('withholds every genuine state: %s', (_, make, change, outcome) => {
    const evidence = make()
    change(evidence)
    expect(outcomesOf(evidence)).toEqual([outcome])
  })

  it('is told by the entries of this certificate alone', () => {
    const evidence = withLog(exampleEvidence([issued(1), corrected(2)]))
    lose(evidence, 2)
    expect(outcomesOf(evidence)).toEqual(['superseded', 'none'])
  })

  it('is told of a serial that no record here has, by the first one of it and of its issuer alone', () => {
    const [evidence, { serialKey }] = [verified(), partsOf(verified()).row]
    const known = (issuer: string | null = null) => isKnownToLogAlone(serialKey, evidence, issuer)
    expect(known()).toBe(false)
    lose(evidence, 1)
    expect([known(), known(ISSUER_ID), known(idOf(5))]).toEqual([true, true, false])
    expect(isKnownToLogAlone('0000000000000000', evidence)).toBe(false)
    lose(evidence, 2)
    expect(known()).toBe(false)
    // Without the key nobody can tell: of no serial it is said that it is in the log.
    lose(evidence, 9, null)
    expect([known(), known(ISSUER_ID), known(idOf(5))]).toEqual([null, null, false])
    // Nobody could look for such leaves: of none it is known whose they are.
    evidence.lossUnknown = true
    expect([known(), known(idOf(5))]).toEqual([null, null])
    evidence.log = null
    expect(known()).toBeNull()
  })

  it('leaves a record that fails its check what it is', () => {
    const evidence = verified()
    lose(evidence, 2)
    partsOf(evidence).row.fullName = 'Forged Person'
    expect(outcomesOf(evidence)).toEqual(['invalid'])
  })
})
