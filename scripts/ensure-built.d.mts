interface Built {
  sources: string[]
  programs: Record<string, string>
  out: string
}
export const PRODUCT: Built
export const TEST_PROGRAMS: Built
export function ensureBuilt(root: string): void
