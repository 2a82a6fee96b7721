import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']

/** Chromium without a desktop: half again as quick, but it knows no cameras. */
const SHELL = 'chromium-headless-shell'

/** The browser's program on PATH, or undefined, which makes Playwright look for a browser of its own. */
export function findChromium(): string | undefined {
  return findProgram(BROWSERS)
}

export function findProgram(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
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

interface LaunchOptions {
  executablePath: string | undefined
  args: string[]
}

const argsOf = (more: string[]) => [...QUIET, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...more]

/** How the browser of most tests is started. */
export function launchOptions(): LaunchOptions {
  return { executablePath: findProgram([SHELL, ...BROWSERS]), args: argsOf([]) }
}

/** How a browser is started that has cameras; `cameras` are the arguments that say which. */
export function launchOptionsWithCameras(cameras: string[]): LaunchOptions {
  return { executablePath: findChromium(), args: argsOf(cameras) }
}
