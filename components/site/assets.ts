import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Addresses of the files that `scripts/build-assets.mjs` makes, each under a name that holds its content's hash. */
interface Assets {
  styles: string
  verify: string
  /** The script of the pages that take a file. */
  file: string
  /** The script of the home page. */
  home: string
  /** The script of the page for several certificates. */
  many: string
  /** The script of the page of this device's history. */
  history: string
  /** The script of the page that takes a receipt. */
  receipts: string
  /** The script of the page that reads QR codes. */
  scan: string
  /** The script of the issuer's desk. */
  desk: string
  /** The script of the page that takes a badge. */
  badge: string
  /** The script of the page where a holder manages a passport. */
  passport: string
  /** The script and the stylesheet of the page where requests are tried out: Swagger UI. */
  tryIt: string
  tryItStyles: string
  /** Fonts that every page uses, worth asking for early. */
  fonts: string[]
  /** What reading QR codes loads on use: the worker, its parts and its WebAssembly. */
  scanner: string[]
}

const UNBUILT: Assets = {
  styles: '/assets/styles.css',
  verify: '/assets/verify.js',
  file: '/assets/file.js',
  home: '/assets/home.js',
  many: '/assets/many.js',
  history: '/assets/history.js',
  receipts: '/assets/receipts.js',
  scan: '/assets/scan.js',
  desk: '/assets/desk.js',
  badge: '/assets/badge.js',
  passport: '/assets/passport.js',
  tryIt: '/assets/tryIt.js',
  tryItStyles: '/assets/tryItStyles.css',
  fonts: [],
  scanner: [],
}

let known: Assets | undefined

/** What the last build wrote, read once; plain names where nothing was built, so that tests need no build. */
export function assets(): Assets {
  return (known ??= read())
}

function read(): Assets {
  try {
    const manifest = readFileSync(
      join(/* turbopackIgnore: true */ process.cwd(), 'public/assets/manifest.json'),
      'utf8',
    )
    return { ...UNBUILT, ...(JSON.parse(manifest) as Partial<Assets>) }
  } catch {
    return UNBUILT
  }
}
