import type { Scanner } from '@/lib/scan/read/scanner'

/** How many times a second the camera's picture is read if the browser does not say when a frame is new. */
const LOOKS_A_SECOND = 15

/** The most that is looked at of one frame, in pixels: what a worker reads in good time on a small machine. */
const LONGEST = 1280

/**
 * Gives one frame of a video after the other to the scanner, never two at once, until codes are read.
 * @param onFailure when the scanner itself fails
 * @returns what ends it
 */
export function watchVideo(
  video: HTMLVideoElement,
  scanner: Scanner,
  onCodes: (texts: [string, ...string[]]) => void,
  onFailure: (failure: unknown) => void,
): () => void {
  let watching = true
  let looks = 0
  const look = async () => {
    if (!watching) return
    try {
      // Before the first frame there is nothing to make a picture of.
      const frame = video.readyState >= video.HAVE_CURRENT_DATA ? await takeFrame(video, looks++) : null
      const [first, ...others] = frame ? (await scanner.readFrame(frame)).map(({ text }) => text) : []
      if (!watching) return
      if (first !== undefined) {
        watching = false
        return onCodes([first, ...others])
      }
    } catch (failure) {
      if (!watching) return
      watching = false
      return onFailure(failure)
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

/**
 * One frame to look at. Of a large one, by turns two looks each, the whole made smaller, where a code may stand anywhere,
 * and the middle as it is, where a small code keeps its pixels.
 */
function takeFrame(video: HTMLVideoElement, look: number): Promise<ImageBitmap> {
  const { videoWidth: width, videoHeight: height } = video
  const scale = LONGEST / Math.max(width, height)
  if (scale >= 1) return createImageBitmap(video)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  if ((look >> 1) % 2 === 0)
    return createImageBitmap(video, { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'low' })
  return createImageBitmap(video, (width - size.width) >> 1, (height - size.height) >> 1, size.width, size.height)
}
