import { inDeviceStore } from '@/components/client/device-store'
import { type CheckedRow, isForAnother } from '@/lib/scan/list/list-row'
import type { ListSource } from './list-sources'

/** A list as this device keeps it. */
export interface KeptList {
  rows: CheckedRow[]
  /** What is said of the lists that they were read from; missing in lists that were kept before it was. */
  sources?: ListSource[]
  /** Signed receipts of the batches, in their order. */
  receipts: string[]
  reference: string
  /** Milliseconds since 1970 by this device's clock; which list it is, too. */
  createdAt: number
}

/** Files on their way from one page to the other. */
interface HandedFiles {
  files: File[]
  /** Milliseconds since 1970 by this device's clock. */
  handedAt: number
}

const DATABASE = 'check-many'
const KEY = 'current'
const FILES = 'files'
/** The longest that files wait for the page that they were handed to: it opens at once, or never. */
const HANDED_MS = 60_000
const NAMES_KEPT_MS = 24 * 60 * 60 * 1000

/**
 * The list that was worked on last. After 24 hours without its names: those of the list and those of the records.
 * @returns null where there is none, or where this browser keeps nothing
 */
export async function keptList(): Promise<KeptList | null> {
  const list = await inStore<KeptList | undefined>('readonly', (store) => store.get(KEY)).catch(() => undefined)
  if (!list) return null
  const age = Date.now() - list.createdAt
  if (age >= 0 && age < NAMES_KEPT_MS) return list
  const nameless = { ...list, rows: list.rows.map(withoutNames), sources: [] }
  await keepList(nameless)
  return nameless
}

/**
 * A row without its names. What was compared is not any more: somebody has to look at it, and of another name it is not said again that it
 * is genuine alone.
 */
export function withoutNames(row: CheckedRow): CheckedRow {
  const result = row.result && !isForAnother(row) ? { ...row.result, name: null } : null
  const isNameless = row.isNameless || row.expected !== null
  return { ...row, expected: null, parts: [], file: null, typed: null, result, ...(isNameless && { isNameless }) }
}

/** Keeps a list in this browser, in place of any other. Never rejects: without storage the page just works on. */
export async function replaceList(list: KeptList): Promise<void> {
  await inStore('readwrite', (store) => store.put(list, KEY)).catch(() => undefined)
}

/** Keeps what became of a list, so that a reload goes on where it was. Never rejects. */
export async function keepList(list: KeptList): Promise<void> {
  await whereKept(list, (store) => store.put(list, KEY))
}

/** Deletes the list and all that is in it from this device. */
export async function deleteList(list: KeptList): Promise<void> {
  await whereKept(list, (store) => store.delete(KEY))
}

/** Changes the kept list if it is still this one: another tab may have replaced or deleted it. */
async function whereKept({ createdAt }: KeptList, change: (store: IDBObjectStore) => void): Promise<void> {
  await inStore('readwrite', (store) => {
    const asked = store.get(KEY) as IDBRequest<KeptList | undefined>
    asked.onsuccess = () => {
      if (asked.result?.createdAt === createdAt) change(store)
    }
    return asked
  }).catch(() => undefined)
}

/** Whether there is more in a list than what can be read and checked anew: signed receipts, or what somebody looked at. */
export function holdsWork({ receipts, rows }: KeptList): boolean {
  return receipts.length > 0 || rows.some(({ looked }) => looked !== null)
}

/**
 * Hands files over to the page for several certificates, on this device.
 * @throws where this browser keeps nothing
 */
export async function handFiles(files: readonly File[]): Promise<void> {
  const handed: HandedFiles = { files: [...files], handedAt: Date.now() }
  await inStore('readwrite', (store) => store.put(handed, FILES))
}

/** The files that another page handed over just now, once. */
export async function handedFiles(): Promise<File[]> {
  const handed = await storedFiles().catch(() => undefined)
  if (handed) await deleteFiles()
  return handed && isFresh(handed) ? handed.files : []
}

/** Forgets files that nobody took. Makes no storage where there is none. */
export async function forgetHandedFiles(): Promise<void> {
  // Browsers that do not list them make an empty one.
  const databases = await (indexedDB.databases as IDBFactory['databases'] | undefined)?.call(indexedDB)
  if (databases && !databases.some(({ name }) => name === DATABASE)) return
  const handed = await storedFiles()
  if (handed && !isFresh(handed)) await deleteFiles()
}

const storedFiles = () => inStore<HandedFiles | undefined>('readonly', (store) => store.get(FILES))
const deleteFiles = () => inStore('readwrite', (store) => store.delete(FILES)).catch(() => undefined)
/** By this device's clock, whichever way it was set meanwhile; what has no time is of an earlier version. */
const isFresh = ({ handedAt }: HandedFiles) => Math.abs(Date.now() - handedAt) <= HANDED_MS

const inStore = <T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>) =>
  inDeviceStore(DATABASE, mode, ask)
