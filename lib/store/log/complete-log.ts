import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { MissingTags } from '@/lib/domain/history/evidence'
import { log } from '@/lib/log'
import { logStore } from './open-log-store'

/** Tells beside the log that its intake has ended; whoever publishes the log writes it once. */
export const COMPLETE_MARK = 'complete'
/** The age at which the mark is looked for again, in milliseconds. */
const AGAIN_MS = 15_000

const holder = globalThis as typeof globalThis & {
  certificateServiceCompleteLog?: {
    complete: boolean
    lookedAt: number
    looking: Promise<void> | null
    missing: MissingTags | null
    missingLeaves: readonly MissingLeaf[]
    whollyCompared: boolean
    lossUnknown: boolean
  }
}

/** A published sealed leaf that the database lacks. */
export interface MissingLeaf {
  index: number
  issuerId: string
  /** Milliseconds since 1970. */
  at: number
  /** In hexadecimal. */
  tag: string
}

function known() {
  return (holder.certificateServiceCompleteLog ??= {
    complete: false,
    lookedAt: Number.NEGATIVE_INFINITY,
    looking: null,
    missing: null,
    missingLeaves: [],
    whollyCompared: false,
    lossUnknown: false,
  })
}

/**
 * Whether the published log is known to be complete, so that verdicts ask for leaves. Once known it stays so in this
 * process: no column of the database takes it back.
 */
export function isLogComplete(): boolean {
  return known().complete
}

/** Published leaves that the database lacks; null where a comparison found none. */
export function missingTags(): MissingTags | null {
  return known().missing
}

/** Whether this process has compared all leaves: from then on the published files say what is missing. */
export function isWhollyCompared(): boolean {
  return known().whollyCompared
}

/** Whether the database was restored, and what the published files have more could not be looked for: whatever is unknown may be lost. */
export function isLossUnknown(): boolean {
  return known().lossUnknown
}

/** Takes over whether that is so. */
export function noteLossUnknown(isUnknown: boolean): void {
  known().lossUnknown = isUnknown
}

/** Whether there are such leaves of an issuer, or, for null, of anybody; never before the log is complete, as at each verdict. */
export function hasLostLeaves(issuerId: string | null): boolean {
  const { complete, missing } = known()
  return complete && missing !== null && (issuerId === null || missing.issuers.has(issuerId))
}

/** The same leaves, of one issuer. */
export function missingLeavesOf(issuerId: string): MissingLeaf[] {
  return known().missingLeaves.filter((leaf) => leaf.issuerId === issuerId)
}

/** Takes over what a comparison found; one of all leaves says what is true now, one of new ones adds to it. */
export function noteMissingLeaves(found: {
  leaves: readonly MissingLeaf[]
  vrfKey: Buffer | null
  isAll: boolean
}): void {
  const before = found.isAll ? [] : known().missingLeaves
  // The bundle around the first of them was compared before.
  const byIndex = new Map([...before, ...found.leaves].map((leaf) => [leaf.index, leaf]))
  const leaves = [...byIndex.values()]
  known().missingLeaves = leaves
  known().whollyCompared ||= found.isAll
  const tags = new Map(leaves.map(({ tag, issuerId }) => [tag, issuerId]))
  const issuers = new Set(leaves.map(({ issuerId }) => issuerId))
  known().missing = tags.size > 0 ? { tags, issuers, vrfKey: found.vrfKey } : null
}

/** Takes over what the database says. */
export function noteLog(isComplete: boolean): void {
  if (isComplete) known().complete = true
}

/**
 * Looks whether the files of the log say that it is complete: at once where nobody has looked, else now and then.
 * Files that cannot be read say nothing: then the database does.
 */
export async function lookForLog(): Promise<void> {
  const state = known()
  if (state.complete || performance.now() - state.lookedAt < AGAIN_MS) return
  const first = state.lookedAt === Number.NEGATIVE_INFINITY
  state.looking ??= look().finally(() => {
    Object.assign(state, { lookedAt: performance.now(), looking: null })
  })
  if (first) await state.looking
}

async function look(): Promise<void> {
  try {
    const mark = await (await logStore()).read(COMPLETE_MARK, 64)
    // What is once known is known for good here: no answer of something that stands before the store may say it.
    if (mark && !/^\d+\n$/.test(mark.toString('latin1'))) throw new LogFormatError('The mark of the log is none.')
    noteLog(mark !== null)
  } catch (error) {
    log.warn({ err: error }, 'the files of the public log could not be read')
  }
}

/** Forgets what is known; for tests, which change their databases. */
export function forgetLog(): void {
  delete holder.certificateServiceCompleteLog
}
