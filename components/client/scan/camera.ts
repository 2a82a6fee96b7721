/** Why the camera gives no picture. */
type CameraFault = 'insecure' | 'missing' | 'refused' | 'in_use' | 'failed'

/** A camera that is running. */
export interface Camera {
  /** The one that is used, as the browser names it; the names are known only once a camera was allowed. */
  deviceId: string | undefined
  /** All that can be chosen from. */
  choices: MediaDeviceInfo[]
  /** Turns the light on or off; undefined where there is none. */
  light: ((on: boolean) => Promise<void>) | undefined
  /** Calls back when the camera goes away by itself, as when it is unplugged. */
  onEnded(callback: () => void): void
  stop(): void
}

// The standard's own words; the type library has them not yet.
type Capabilities = MediaTrackCapabilities & { torch?: boolean; focusMode?: string[] }

/** Reads a code of a few centimetres from arm's length, and is still decoded in time. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } }

/**
 * Starts a camera and shows it in a video: the one chosen, or the one at the back.
 * @throws CameraError
 */
export async function openCamera(video: HTMLVideoElement, deviceId?: string): Promise<Camera> {
  if (!isSecureContext) throw new CameraError('insecure')
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  if (!mediaDevices) throw new CameraError('missing')
  const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } }
  let stream: MediaStream | undefined
  try {
    stream = await mediaDevices.getUserMedia({ video: { ...which, ...SIZE }, audio: false })
    video.srcObject = stream
    const all = await mediaDevices.enumerateDevices()
    return cameraOf(
      stream,
      video,
      all.filter(({ kind }) => kind === 'videoinput'),
    )
  } catch (cause) {
    stream?.getTracks().forEach((track) => track.stop())
    throw new CameraError(faultOf(cause))
  }
}

/** What `openCamera` throws. */
export class CameraError extends Error {
  constructor(readonly fault: CameraFault) {
    super(`No camera: ${fault}`)
  }
}

function cameraOf(stream: MediaStream, video: HTMLVideoElement, choices: MediaDeviceInfo[]): Camera {
  const [track] = stream.getVideoTracks()
  const { torch, focusMode }: Capabilities = track?.getCapabilities?.() ?? {}
  const apply = (settings: object) =>
    track?.applyConstraints({ advanced: [settings as MediaTrackConstraintSet] }) ?? Promise.resolve()
  if (focusMode?.includes('continuous')) apply({ focusMode: 'continuous' }).catch(() => undefined)
  return {
    deviceId: track?.getSettings().deviceId,
    choices,
    light: torch ? (on) => apply({ torch: on }) : undefined,
    onEnded: (callback) => track?.addEventListener('ended', callback),
    stop: () => {
      stream.getTracks().forEach((one) => one.stop())
      video.srcObject = null
    },
  }
}

/** By the names that browsers give, old ones too. An OverconstrainedError is no DOMException in WebKit. */
function faultOf(cause: unknown): CameraFault {
  const name = cause instanceof Error ? cause.name : ''
  if (/^(NotAllowed|Security|PermissionDenied)/.test(name)) return 'refused'
  if (/^(NotFound|DevicesNotFound|Overconstrained)/.test(name)) return 'missing'
  if (/^(NotReadable|TrackStart|Abort)/.test(name)) return 'in_use'
  return 'failed'
}
