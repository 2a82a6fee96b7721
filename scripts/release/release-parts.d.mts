export const RELEASE_PARTS: string[]
export function releaseFiles(root: string, parts: readonly string[]): string[]
export function releaseArchive(
  root: string,
  files: readonly string[],
  what: { folder: string; seconds: number },
): Buffer
export function releaseSbom(root: string, seconds: number): string
export function releaseNotes(changelog: string, version: string): string
export function sha256Sums(files: Record<string, string | Uint8Array>): string
export function layOutRelease(root: string, folder: string): void
