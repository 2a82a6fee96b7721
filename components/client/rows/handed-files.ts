import { inDeviceStore } from '@/components/client/device-store'

/** Files on their way from one page to the other. */
interface HandedFiles {
  files: File[]
  /** Milliseconds since 1970 by this device's clock. */
  handedAt: number
}

/** Lists are kept in it, too; every page that hands files over has this script, and none of what compares names. */
const DATABASE = 'check-many'
const FILES = 'files'
/** The longest that files wait for the page that they were handed to: it opens at once, or never. */
const HANDED_MS = 60_000

/**
 * Hands files over to the page for several certificates, on this device.
 * @throws where this browser keeps nothing
 */
export async function handFiles(files: readonly File[]): Promise<void> {
  const handed: HandedFiles = { files: [...files], handedAt: Date.now() }
  await inListStore('readwrite', (store) => store.put(handed, FILES))
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

const storedFiles = () => inListStore<HandedFiles | undefined>('readonly', (store) => store.get(FILES))
const deleteFiles = () => inListStore('readwrite', (store) => store.delete(FILES)).catch(() => undefined)
/** By this device's clock, whichever way it was set meanwhile; what has no time is of an earlier version. */
const isFresh = ({ handedAt }: HandedFiles) => Math.abs(Date.now() - handedAt) <= HANDED_MS

/** Asks something of what the page for several certificates keeps on this device. */
export const inListStore = <T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>) =>
  inDeviceStore(DATABASE, mode, ask)
