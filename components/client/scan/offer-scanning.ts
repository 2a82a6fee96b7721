import { lastAsked } from '@/components/client/last-asked'
import { takeFiles } from '@/components/client/many/check-files'
import { takeSharedFile } from '@/components/client/offline/shared-picture'
import { ScanFailure, type ScanFailureReason } from '@/lib/scan/read/scan-failure'
import { createScanner, type Scanner } from '@/lib/scan/read/scanner'
import { CameraSession } from './camera-session'
import { scanOutcome } from './scan-outcome'
import { offerPictures } from './scan-pictures'
import { type ScanView, scanView } from './scan-view'

/**
 * Reads codes from the camera and from pictures, in this browser alone, and opens the verdict of those that are ours.
 * The camera starts by itself, since people come for it; a picture that was shared with the app goes first.
 */
export function offerScanning(): void {
  const view = scanView()
  if (!view) return
  const scanner = openScanner()
  const begin = lastAsked()
  const camera = new CameraSession(view, scanner, (texts) => decide(view, camera, texts, begin()))
  const read = (file: Blob | null) => void readFile(view, camera, scanner(), file, begin())
  view.page.querySelector<HTMLElement>('[data-scan-ways]')?.removeAttribute('hidden')
  offerPictures(view.page, read)
  view.page.addEventListener('click', ({ target }) => {
    const asked = target instanceof Element ? target.closest('[data-start], [data-again]') : null
    if (!asked) return
    begin()
    view.clear()
    void camera.start()
  })
  void takeSharedFile().then((shared) => {
    if (shared) read(shared)
    else if (shared === null) view.say('nothing_shared')
    else void camera.start()
  })
}

/** Gives the one scanner, which is loaded on first use; anew where the last one broke. */
function openScanner(): () => Scanner {
  let open: Scanner | undefined
  return () => (open ??= reopening(() => (open = undefined)))
}

const BROKEN = new Set<ScanFailureReason>(['unavailable', 'closed'])

function reopening(onBroken: () => void): Scanner {
  const scanner = createScanner()
  const noticing = <Answer>(reading: Promise<Answer>) =>
    reading.catch((failure: unknown) => {
      if (failure instanceof ScanFailure && BROKEN.has(failure.reason)) onBroken()
      throw failure
    })
  return {
    ...scanner,
    readFrame: (frame) => noticing(scanner.readFrame(frame)),
    readPicture: (picture) => noticing(scanner.readPicture(picture)),
  }
}

/** @param texts of all codes of one picture, or of one look of the camera */
function decide(
  view: ScanView,
  camera: CameraSession,
  texts: readonly [string, ...string[]],
  isLast: () => boolean,
): void {
  const outcome = scanOutcome(texts, originsOf(view.page))
  if (outcome.kind !== 'verify') {
    camera.stop()
    view.say('')
    return view.show(outcome)
  }
  camera.rest()
  view.say('found')
  void openVerdict(view, outcome.path, isLast)
}

/** As the page was written with: never by where it was opened. */
function originsOf({ dataset }: HTMLElement): [string, ...string[]] {
  return JSON.parse(dataset.origins ?? '[]') as [string, ...string[]]
}

/** Without a connection the browser's own page would stand where the verdict should, so that is said here. */
async function openVerdict(view: ScanView, path: string, isLast: () => boolean): Promise<void> {
  // A browser without a network still reaches a service on its own machine.
  const isThere = navigator.onLine || (await isReachable())
  if (!isLast()) return
  if (isThere) return location.assign(path)
  view.say('')
  view.show({ kind: 'offline', path })
}

function isReachable(): Promise<boolean> {
  return fetch('/api/health/live', { cache: 'no-store', credentials: 'omit' }).then(
    () => true,
    () => false,
  )
}

/** @param isLast whether nothing else was given since: a picture takes seconds, and its verdict would be taken for that of the next one */
async function readFile(
  view: ScanView,
  camera: CameraSession,
  scanner: Scanner,
  file: Blob | null,
  isLast: () => boolean,
): Promise<void> {
  if (!file) return view.say('nothing_pasted')
  view.clear()
  camera.stop()
  if (isPdf(file)) return checkPdf(view, file)
  view.say('reading')
  try {
    const [first, ...others] = (await scanner.readPicture(file)).map(({ text }) => text)
    if (!isLast()) return
    if (first === undefined) return view.say('no_code')
    decide(view, camera, [first, ...others], isLast)
  } catch (failure) {
    if (isLast()) view.say(failure instanceof ScanFailure ? failure.reason : 'unavailable')
  }
}

function isPdf(file: Blob): boolean {
  return file.type === 'application/pdf' || (file instanceof File && /\.pdf$/i.test(file.name))
}

/**
 * A PDF file is checked as the file that it is: by its bytes, which says more than a code that is printed in it. Its
 * fingerprint is looked up first; the file itself is sent only once the person says so.
 */
function checkPdf(view: ScanView, file: Blob): void {
  view.say('')
  const form = view.page.querySelector<HTMLFormElement>('[data-file-form]')
  if (!form) return
  takeFiles(form, file instanceof File ? file : new File([file], 'certificate.pdf', { type: file.type }))
  form.scrollIntoView({ block: 'center' })
  form.requestSubmit()
}
