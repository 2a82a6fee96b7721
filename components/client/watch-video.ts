import type { Scanner } from '@/lib/scan/scanner'

/** How many times a second the camera is looked at where the browser does not say when a frame is new. */
const LOOKS_A_SECOND = 15

/**
 * Gives one frame of a video after the other to the scanner, never two at once, until a code is read.
 * @param onFailure when the scanner itself fails
 * @returns what ends it
 */
export function watchVideo(
  video: HTMLVideoElement,
  scanner: Scanner,
  onCode: (text: string) => void,
  onFailure: () => void,
): () => void {
  let watching = true
  const look = async () => {
    if (!watching) return
    try {
      // Before the first frame there is nothing to make a picture of.
      const frame = video.readyState >= video.HAVE_CURRENT_DATA ? await createImageBitmap(video) : null
      const found = frame && (await scanner.readFrame(frame))
      if (!watching) return
      if (found) {
        watching = false
        return onCode(found.text)
      }
    } catch {
      if (!watching) return
      watching = false
      return onFailure()
    }
    next()
  }
  const next = () => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => void look())
    else setTimeout(() => void look(), 1000 / LOOKS_A_SECOND)
  }
  next()
  return () => {
    watching = false
  }
}
