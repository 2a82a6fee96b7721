import type { Lock } from './release-manifests.mjs'

export const RELEASE_PARTS: string[]
export function releaseFiles(root: string, parts: readonly string[]): string[]
export function releaseArchive(
  root: string,
  files: readonly string[],
  what: { folder: string; seconds: number },
): Buffer
export function releaseSbom(lock: Lock, seconds: number): string
export function releaseNotes(changelog: string, version: string): string
export function hasUnreleased(changelog: string): boolean
export function sha256Sums(files: Record<string, string | Uint8Array>): string
export function copyRelease(root: string, folder: string): void
export function layOutRelease(root: string, folder: string): void
