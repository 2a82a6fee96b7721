import { type CheckedRow, isForAnother } from '@/lib/scan/list/list-row'
import { inListStore } from './handed-files'
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

const KEY = 'current'
const NAMES_KEPT_MS = 24 * 60 * 60 * 1000

/**
 * The list that was worked on last. After 24 hours without its names: those of the list and those of the records.
 * @returns null where there is none, or where this browser keeps nothing
 */
export async function keptList(): Promise<KeptList | null> {
  const list = await inListStore<KeptList | undefined>('readonly', (store) => store.get(KEY)).catch(() => undefined)
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
  await inListStore('readwrite', (store) => store.put(list, KEY)).catch(() => undefined)
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
  await inListStore('readwrite', (store) => {
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
