import { ScanFailure } from '@/lib/scan/read/scan-failure'
import type { Scanner } from '@/lib/scan/read/scanner'
import { type Camera, CameraError, openCamera } from './camera'
import type { ScanView } from './scan-view'
import { watchVideo } from './watch-video'

/** After this long without a code the page offers help. */
const PATIENCE_MS = 8000

/**
 * The camera of the page: on from when it is asked for until a code is read or it is stopped. While the page is hidden
 * it is off, and comes back with the page.
 */
export class CameraSession {
  private wanted = false
  private starting = false
  /** Counts the starts, so that what a start brings too late is thrown away. */
  private turn = 0
  private camera: Camera | undefined
  private chosen: string | undefined
  private ends: (() => void)[] = []

  constructor(
    private readonly view: ScanView,
    private readonly scanner: () => Scanner,
    private readonly onCodes: (texts: [string, ...string[]]) => void,
  ) {
    this.offerControls()
    document.addEventListener('visibilitychange', () => this.follow(!document.hidden))
    window.addEventListener('pagehide', () => this.follow(false))
    // Back from a verdict: the next certificate.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.follow(true)
    })
  }

  /** Turns the camera on. What goes wrong is said on the page. */
  async start(): Promise<void> {
    this.wanted = true
    if (document.hidden) return
    this.release()
    this.starting = true
    const turn = this.turn
    this.view.say('starting')
    // Loads while the person is asked for the camera.
    this.scanner()
    try {
      const camera = await openCamera(this.view.video, this.chosen)
      if (turn !== this.turn) return camera.stop()
      this.starting = false
      this.watch(camera)
    } catch (error) {
      if (turn !== this.turn) return
      this.stop()
      this.view.say(error instanceof CameraError ? error.fault : 'failed')
    }
  }

  /** Turns it off while the page goes on to a verdict; it is on again when the person comes back. */
  rest(): void {
    this.release()
  }

  /** Turns it off until it is asked for again. */
  stop(): void {
    this.wanted = false
    this.release()
  }

  private watch(camera: Camera): void {
    const { view } = this
    this.camera = camera
    const fail = (sentence: string) => {
      this.stop()
      view.say(sentence)
    }
    camera.onEnded(() => fail('failed'))
    this.showControls(camera)
    view.showCamera(true)
    view.video.play().catch(() => undefined)
    view.say('aim')
    const help = setTimeout(() => view.say('closer'), PATIENCE_MS)
    const scanner = this.scanner()
    const unwatch = watchVideo(
      view.video,
      scanner,
      (texts) => this.onCodes(texts),
      (failure) => fail(failure instanceof ScanFailure && failure.reason === 'hidden' ? 'hidden' : 'unavailable'),
    )
    this.ends = [() => clearTimeout(help), unwatch]
  }

  /** Lets the camera go, and everything that hangs on it. */
  private release(): void {
    this.turn++
    this.starting = false
    this.ends.forEach((end) => end())
    this.ends = []
    this.camera?.stop()
    this.camera = undefined
    this.view.showCamera(false)
  }

  private follow(shown: boolean): void {
    if (!this.wanted) return
    if (!shown) this.release()
    else if (!this.camera && !this.starting) void this.start()
  }

  private offerControls(): void {
    const { page } = this.view
    page.querySelector('[data-stop]')?.addEventListener('click', () => {
      this.stop()
      this.view.say('stopped')
      page.querySelector<HTMLElement>('[data-start]')?.focus()
    })
    page.querySelector<HTMLSelectElement>('[data-camera-choice] select')?.addEventListener('change', ({ target }) => {
      this.chosen = (target as HTMLSelectElement).value
      void this.start()
    })
    page.querySelector<HTMLElement>('[data-torch]')?.addEventListener('click', ({ currentTarget }) => {
      const button = currentTarget as HTMLElement
      const on = button.getAttribute('aria-pressed') !== 'true'
      this.camera?.light?.(on).then(
        () => button.setAttribute('aria-pressed', String(on)),
        () => undefined,
      )
    })
  }

  private showControls({ light, choices, deviceId }: Camera): void {
    const { page } = this.view
    const torch = page.querySelector<HTMLElement>('[data-torch]')
    torch?.toggleAttribute('hidden', !light)
    torch?.setAttribute('aria-pressed', 'false')
    const choice = page.querySelector<HTMLElement>('[data-camera-choice]')
    choice?.toggleAttribute('hidden', choices.length < 2)
    const unnamed = choice?.dataset.unnamed ?? ''
    const options = choices.map(
      (one, at) =>
        new Option(
          one.label || unnamed.replace('{number}', String(at + 1)),
          one.deviceId,
          false,
          one.deviceId === deviceId,
        ),
    )
    choice?.querySelector('select')?.replaceChildren(...options)
  }
}
