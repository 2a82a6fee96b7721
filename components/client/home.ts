import { acceptDrops } from './many/check-files'
import { checkList } from './many/check-list'
import { keepSentFiles } from './offline/keep-file'
import { registerWorker } from './offline/register-worker'
import { sortFiles } from './many/sort-files'
import { takeSerials } from './many/take-serials'

/** What the home page and the page for several do in the browser. They are complete without any of it. */
takeSerials()
sortFiles()
checkList()
keepSentFiles()
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
