import { SingleBar } from 'cli-progress'

/** A bar for the phases of long work. */
interface ProgressBar {
  show(phase: keyof typeof FORMATS, done: number, total: number): void
  stop(): void
}

const FORMATS = {
  checking: 'Checking {bar} {percentage}%',
  issuing: 'Issuing  {bar} {value} of {total} certificates',
  building: 'Building {bar} {value} of {total} certificates',
  signing: 'Signing  {bar} {value} of {total} certificates',
  copying: 'Copying  {bar} {value} of {total} files',
  reading: 'Reading  {bar} {value} of {total} leaves',
  entering: 'Entering {value} events',
}

/** Progress on standard error where that is a terminal, nothing elsewhere. */
export function progressBar(): ProgressBar {
  if (!process.stderr.isTTY) return { show: () => undefined, stop: () => undefined }
  let shown: { phase: string; bar: SingleBar } | undefined
  const stop = () => {
    shown?.bar.stop()
    shown = undefined
  }
  const show: ProgressBar['show'] = (phase, done, total) => {
    if (shown?.phase !== phase) {
      stop()
      // Stopping is ours, and it leaves the cursor as it was.
      const bar = new SingleBar({ format: FORMATS[phase], clearOnComplete: true, gracefulExit: false })
      bar.start(Math.max(total, 1), done)
      shown = { phase, bar }
    }
    shown.bar.update(done)
  }
  return { show, stop }
}
