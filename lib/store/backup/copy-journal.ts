import { ServiceError } from '@/lib/errors'
import type { JournalFiles } from '@/lib/store/journal/journal-files'
import { isSegmentName } from '@/lib/store/journal/journal-files'
import { type StoredBackup, BackupRefused } from './backup-folder'
import { type BackupEntry, readBackupEntries, readThrough, writeBackupEntries } from './entry-stream'

const ENCLOSURE = /^[a-z]+-[0-9a-f]{64}$/
/** The longest encrypted part of a record, in bytes. */
const MOST_ENCLOSURE = 64 * 1024 * 1024

interface Counts {
  count: number
  bytes: number
}

/** The journal as it is now, as bytes of a backup; its snapshot is made again. */
export function journalBytes(files: JournalFiles, counts: Counts): AsyncGenerator<Buffer> {
  return writeBackupEntries(counting(journalEntries(files), counts))
}

async function* journalEntries(files: JournalFiles): AsyncGenerator<BackupEntry> {
  // As far as the lines reach by now: the parts that they speak of were there before them.
  const segments = (await files.segments()) ?? []
  for await (const name of files.enclosures()) {
    const encrypted = await files.getEnclosure(name)
    // Deleted meanwhile, by an erasure.
    if (encrypted !== null) yield { name, body: once(Buffer.from(encrypted)) }
  }
  for (const { name, bytes } of segments) if (bytes > 0) yield { name, body: upTo(files.read(name, 0), bytes) }
}

/** What was there when the segment was listed: others append to it meanwhile. */
async function* upTo(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const part of source) {
    yield part.subarray(0, left)
    left -= part.length
    if (left <= 0) return
  }
}

/**
 * Reads the whole journal of a backup, and holds it against the journal that is in place.
 * @returns `absent` where none is in place, or what a restore that was broken off put there; `same` where it goes on from
 *   the one that was backed up
 * @throws BackupRefused where it is another journal, or lost something of this one
 */
export async function compareBackedUpJournal(backup: StoredBackup, files: JournalFiles): Promise<'absent' | 'same'> {
  const there = new Set(((await files.segments()) ?? []).filter(({ bytes }) => bytes > 0).map(({ name }) => name))
  const strangers = new Set(there)
  const counts = { count: 0, bytes: 0 }
  let [missing, longer] = [0, 0]
  await backup.read('journal', async (source) => {
    for await (const { name, body } of counting(readBackupEntries(source), counts)) {
      if (isSegmentName(name) && there.has(name)) {
        strangers.delete(name)
        const goesOn = await goesOnFrom(files.read(name, 0), body)
        if (goesOn === null) throw otherJournal(files)
        longer += goesOn ? 1 : 0
      } else if (isSegmentName(name) || ENCLOSURE.test(name)) {
        missing += isSegmentName(name) ? 1 : 0
        await readThrough(body)
      } else throw new BackupRefused(`The backup holds ${name}, which is no part of a journal.`)
    }
  })
  const { journal, id } = backup.manifest
  if (counts.count !== (journal?.count ?? 0) || counts.bytes !== (journal?.bytes ?? 0))
    throw new BackupRefused('The journal of the backup has not all of its files.')
  if (missing === 0) return there.size > 0 ? 'same' : 'absent'
  // Segments are put there whole: what is there then is the backup's to the byte. The real journal knows of its backup.
  const isBrokenOff = longer === 0 && strangers.size === 0 && !(await files.knowsBackup(id))
  if (there.size > 0 && !isBrokenOff) throw otherJournal(files)
  return 'absent'
}

/** Puts the journal of a backup in place, where there is none. */
export async function putJournal(backup: StoredBackup, files: JournalFiles): Promise<void> {
  if (backup.manifest.journal === null) return
  await files.make()
  await backup.read('journal', async (source) => {
    for await (const { name, body } of readBackupEntries(source)) {
      if (isSegmentName(name)) await files.putSegment(name, body)
      else await files.putEnclosure(name, (await whole(body, MOST_ENCLOSURE)).toString('utf8'))
    }
  })
}

/** Whether bytes go on after a beginning; null where they do not begin with it. */
async function goesOnFrom(bytes: AsyncIterable<Buffer>, beginning: AsyncIterable<Uint8Array>): Promise<boolean | null> {
  const source = bytes[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  for await (const part of beginning) {
    while (held.length < part.length) {
      const next = await source.next()
      if (next.done === true) return null
      held = Buffer.concat([held, next.value])
    }
    if (!held.subarray(0, part.length).equals(part)) return null
    held = held.subarray(part.length)
  }
  const isLonger = held.length > 0 || (await source.next()).done !== true
  await source.return?.()
  return isLonger
}

/** All of a body. */
export async function whole(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > most) throw new BackupRefused('A file of the backup is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Entries, counted as they pass. */
export async function* counting(entries: AsyncIterable<BackupEntry>, counts: Counts): AsyncGenerator<BackupEntry> {
  for await (const { name, body } of entries) {
    counts.count += 1
    yield {
      name,
      body: (async function* () {
        for await (const part of body) {
          counts.bytes += part.length
          yield part
        }
      })(),
    }
  }
}

export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes)
}

function otherJournal(files: JournalFiles): ServiceError {
  const sentence = `The journal in ${files.name} is not the one that was backed up, or has lost some of it.`
  return new ServiceError(
    'unavailable',
    `${sentence} Name the newest copy of that one in JOURNAL_DIR, or an empty folder.`,
  )
}
