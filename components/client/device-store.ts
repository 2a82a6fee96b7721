/**
 * Asks something of a store of this browser (IndexedDB), which is made on first use.
 * @param database holds the one store `kept`
 * @throws where this browser keeps nothing
 */
export function inDeviceStore<T>(
  database: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('kept')
    opening.onerror = () => reject(opening.error ?? new Error('not opened'))
    opening.onsuccess = () => {
      const opened = opening.result
      const transaction = opened.transaction('kept', mode)
      const request = ask(transaction.objectStore('kept'))
      transaction.oncomplete = () => {
        opened.close()
        resolve(request.result)
      }
      transaction.onabort = transaction.onerror = () => {
        opened.close()
        reject(transaction.error ?? new Error('not kept'))
      }
    }
  })
}
