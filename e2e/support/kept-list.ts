import type { Page } from '@playwright/test'

/** Puts a list with its receipt into this browser, as `/check-many` keeps one that was worked through earlier. */
export async function keepListOf(page: Page, serial: string): Promise<void> {
  await page.evaluate((kept) => {
    const result = { status: 'verified', name: 'Ana Müller', issuer: 'X', replacedBy: null, issuedAt: null }
    const times = { expiresAt: null, at: Date.now(), heardAt: Date.now() }
    const row = {
      serial: kept,
      expected: null,
      file: null,
      fingerprint: null,
      typed: null,
      problem: null,
      looked: null,
    }
    const rows = [{ ...row, result: { ...result, ...times } }]
    return new Promise<void>((resolve) => {
      const opening = indexedDB.open('check-many', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('kept')
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('kept', 'readwrite')
        const list = { rows, receipts: ['a.b.c'], reference: '', createdAt: Date.now() }
        transaction.objectStore('kept').put(list, 'current')
        transaction.oncomplete = () => {
          opening.result.close()
          resolve()
        }
      }
    })
  }, serial)
}

/** The serials of the list that this browser keeps. */
export function serialsKept(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('check-many', 1)
        opening.onsuccess = () => {
          const asked = opening.result.transaction('kept').objectStore('kept').get('current')
          asked.onsuccess = () => {
            opening.result.close()
            const list = asked.result as { rows: { serial: string }[] } | undefined
            resolve((list?.rows ?? []).map(({ serial }) => serial))
          }
        }
      }),
  )
}
