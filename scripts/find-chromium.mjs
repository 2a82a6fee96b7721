import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browser that the system has; Playwright's own is not downloaded. */
export function findChromium() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {
        // looked for in the next place
      }
    }
  }
  throw new Error('No Chromium on PATH. On Debian: apt-get install chromium')
}
