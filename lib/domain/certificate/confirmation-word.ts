/**
 * The word that a holder types before a passport is deleted: the beginning of its handle, which needs no translating.
 */
export function confirmationWord(handle: string): string {
  return handle.slice(0, 4)
}
