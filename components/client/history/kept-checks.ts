import { inDeviceStore } from '@/components/client/device-store'
import { addKeptCheck, type KeptCheck, stillKept } from '@/lib/scan/list/kept-check'

const DATABASE = 'check-history'
const KEY = 'checks'

/** The checks that are kept on this device, newest first. @throws where this browser keeps nothing */
export async function keptChecks(): Promise<KeptCheck[]> {
  const all = (await inDeviceStore<KeptCheck[] | undefined>(DATABASE, 'readonly', (store) => store.get(KEY))) ?? []
  const kept = stillKept(all, Date.now())
  if (kept.length < all.length) await replaceChecks(kept)
  return kept
}

/** Keeps one more. @throws where this browser keeps nothing */
export async function keepCheck(check: KeptCheck): Promise<void> {
  await replaceChecks(addKeptCheck(await keptChecks(), check))
}

/** Deletes all of them. @throws where this browser keeps nothing */
export async function deleteChecks(): Promise<void> {
  await inDeviceStore(DATABASE, 'readwrite', (store) => store.delete(KEY))
}

async function replaceChecks(checks: KeptCheck[]): Promise<void> {
  await inDeviceStore(DATABASE, 'readwrite', (store) => store.put(checks, KEY))
}
