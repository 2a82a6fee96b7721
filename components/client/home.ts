import { acceptDrops, checkFiles } from './check-files'
import { registerWorker } from './register-worker'

/** What the home page does in the browser. It is complete without any of it. */
checkFiles()
acceptDrops()
registerWorker()
void preferScanning()

/** Where there is a camera, scanning is the first thing to do, and the dark button. */
async function preferScanning(): Promise<void> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  const devices = await mediaDevices?.enumerateDevices?.().catch(() => [])
  if (!devices?.some(({ kind }) => kind === 'videoinput')) return
  document.querySelector('.serial-form .button')?.classList.remove('primary')
  document.querySelector('[data-scan-link]')?.classList.add('primary')
}
