/** A file of npm's, as far as a release asks. */
export interface Lock {
  name: string
  version: string
  packages: Record<string, { name?: string; version: string; license?: string; integrity?: string }>
}
/** Both files of a release, as npm reads them. */
export function releaseManifests(root: string): { manifest: Record<string, unknown>; lock: Lock }
