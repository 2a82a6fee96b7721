/** Whether a file is a segment, by its name. */
export function isSegmentName(name: string): boolean {
  return /^[0-9T]{15}-[0-9a-f]{16}\.journal$/.test(name)
}

/** A file of the journal. One process appends to it, and nothing else ever changes it. */
export interface JournalSegment {
  name: string
  bytes: number
}

/**
 * Where the journal is kept, outside of the database (docs/decisions/0031). Every method throws a JournalFailure when it
 * cannot be used.
 */
export interface JournalFiles {
  /** Where it is, as an operator knows it. */
  readonly name: string
  /** Appends whole lines; resolves when they are safe. */
  append(lines: string): Promise<void>
  /** Null when the place itself is not there. */
  segments(): Promise<JournalSegment[] | null>
  /** Makes the place, where there is none. */
  make(): Promise<void>
  /** The bytes of a segment from an offset on, in order. */
  read(segment: string, from: number): AsyncIterable<Buffer>
  /** Puts a whole segment there, out of a backup. */
  putSegment(name: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** Notes that a backup was made: this journal is then known to be newer. */
  noteBackup(id: string): Promise<void>
  /** Whether a backup was made while this journal was in use. */
  knowsBackup(id: string): Promise<boolean>
  /** Stores a encrypted text under a name, over what was there. */
  putEnclosure(name: string, encrypted: string): Promise<void>
  getEnclosure(name: string): Promise<string | null>
  removeEnclosure(name: string): Promise<void>
  /** The snapshot of what the segments hold; null where there is none. */
  getSnapshot(): Promise<Buffer | null>
  /** Stores the snapshot over the one before. */
  putSnapshot(snapshot: Buffer): Promise<void>
  /** Deletes what a crash left of enclosures that were being written. */
  sweep(): Promise<void>
  /** The names of all that are stored. */
  enclosures(): AsyncIterable<string>
  /** Whether something can be written. */
  check(): Promise<void>
  /** Closes what is open; the next use opens it again. */
  close(): Promise<void>
}

/** Something with the journal that an operator must see to; the message is a sentence for them. */
export class JournalFailure extends Error {
  override name = 'JournalFailure'
}

/** It takes nothing more, as where its disk is full: what is in it can be read all the same. */
export class JournalUnwritable extends JournalFailure {}
