import type { CheckedPicture } from './check-picture'

/** A picture that was written anew before: its kind is told by its first bytes. */
export function storedPicture(sha256: string, bytes: Uint8Array): CheckedPicture {
  const mediaType = bytes[0] === 0x89 ? 'image/png' : bytes[0] === 0xff ? 'image/jpeg' : 'image/svg+xml'
  return { sha256, bytes, mediaType }
}
