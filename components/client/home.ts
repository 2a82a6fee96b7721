import { acceptDrops } from './many/check-files'
import { sortFiles } from './many/sort-files'
import { takeSerials } from './many/take-serials'
import { forgetLeftFiles } from './offline/forget-files'
import { keepSentFiles } from './offline/keep-file'
import { registerWorker } from './offline/register-worker'

/** What the home page does in the browser. It is complete without any of it. */
takeSerials()
sortFiles()
keepSentFiles()
acceptDrops()
registerWorker()
void forgetLeftFiles()
void preferScanning()

/** Where there is a camera, scanning is the first thing to do, and the dark button. */
async function preferScanning(): Promise<void> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  const devices = await mediaDevices?.enumerateDevices?.().catch(() => [])
  if (!devices?.some(({ kind }) => kind === 'videoinput')) return
  document.querySelector('.serial-form .button')?.classList.remove('primary')
  document.querySelector('[data-scan-link]')?.classList.add('primary')
}
