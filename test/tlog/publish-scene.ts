import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { leafHash, rootOf } from '@/lib/crypto/tlog/tree-hash'
import type { LogStore } from '@/lib/domain/log/log-store'
import { LogFolder } from '@/lib/store/log/log-folder'
import { LogPublisher } from '@/lib/store/log/publish/log-publisher'
import { ORIGIN, someLeaves } from './example-log'
import { type HeldNoteKey, seededNoteKey } from './note-keys'

/** The key of the log, the same in every process of a test. */
export const PUBLISHING_KEY: HeldNoteKey = seededNoteKey(ORIGIN, 'log', Buffer.alloc(32, 3))
/** All leaves that the log will ever have. */
export const ALL_LEAVES = someLeaves(PUBLISHING_KEY, 800)
const hashes = ALL_LEAVES.map(leafHash)

/** The tree of the first so many leaves. */
export function treeOf(size: number, leaves?: readonly Buffer[]) {
  return { size, root: rootOf((leaves ? leaves.map(leafHash) : hashes).slice(0, size)) }
}

/** Opens a publisher that has published so many leaves, and committed so many. */
export function openPublisher(
  store: LogStore,
  journal: LogStore,
  published: number,
  committed = published,
  mayStill?: () => Promise<void>,
) {
  const options = { origin: ORIGIN, store, journal, keys: [PUBLISHING_KEY], mayStill }
  return LogPublisher.open(options, treeOf(published), treeOf(committed))
}

/** Publishes the leaves from one size to another. */
export async function publishFrom(store: LogStore, journal: LogStore, published: number, committed: number) {
  const publisher = await openPublisher(store, journal, published, committed)
  return publisher.publish(ALL_LEAVES.slice(published, committed), treeOf(committed).root)
}

/** A folder for a log, with the one of its journal in it. */
export async function publishFolders(folder: string): Promise<{ store: LogFolder; journal: LogFolder }> {
  await writeFile(join(folder, 'is-a-log-of-tests'), '')
  return { store: new LogFolder(join(folder, 'log')), journal: new LogFolder(join(folder, 'journal')) }
}

/** A store that does something at the n-th write, counted over all that share the counter, from 1. */
export function interrupted(store: LogStore, counter: { writes: number }, act: (write: number) => void): LogStore {
  const before = () => act(++counter.writes)
  return {
    read: (path, most) => store.read(path, most),
    fence: (path) => store.fence(path),
    unclaim: (path) => store.unclaim(path),
    put: async (path, bytes, mayStill) => {
      before()
      await store.put(path, bytes, mayStill)
    },
    claim: async (path, bytes) => {
      before()
      return store.claim(path, bytes)
    },
  }
}
