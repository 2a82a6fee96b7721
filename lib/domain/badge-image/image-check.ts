/** The result of checking an image: a picture that may be served, or a plain sentence why not. */
export type ImageCheck<Picture> = { ok: true; picture: Picture } | { ok: false; reason: string }

/** The largest image of a badge, in bytes: 1 MiB, which is also the largest that most readers take. */
export const BADGE_IMAGE_BYTES = 1024 * 1024

/** The sides of a badge's picture, in pixels. */
export const SMALLEST_SIDE = 64
export const LARGEST_SIDE = 4096

/** A refusal. */
export function refuseImage(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
