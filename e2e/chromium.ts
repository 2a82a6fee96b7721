import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser's program on PATH, or undefined, which makes Playwright look for a browser of its own. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// A browser that calls home would be indistinguishable from a page that does.
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** How the browser is started; `args` come on top, such as those of the fake camera. */
export function launchOptions(args: string[] = []): { executablePath: string | undefined; args: string[] } {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { executablePath: findChromium(), args: [...QUIET, ...asRoot, ...args] }
}
