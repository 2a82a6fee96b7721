// Every public page, every mail and the desk in one language at 390 px, side by side, and below them each message that none
// of them showed: to be looked at by whoever translates or reviews it. What is around every page is shown once. Builds the
// pages' styles first. Says which letters no font of this machine has, which pages are wider than the screen, how many messages
// no page showed, and which page is on which sheet (xx.txt).
// A language that nobody has taken in yet is drawn from its files, and what is wrong with them is said first.
//   node scripts/language-sheet.mjs xx [--file xx.json] [--desk xx-desk.json] [--out folder]
import { chromium } from '@playwright/test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { ensureBuilt } from './ensure-built.mjs'
import { findChromium } from './find-chromium.mjs'
import { missingLetters } from './missing-letters.mjs'
import { startSamplePages } from './sample-pages.mjs'

const WIDTH = 390
const GAP = 16
const COLUMNS = 4
/** Pages run down the columns of a sheet, one below another, so that a sheet is read without enlarging it. */
const HEIGHT = 1700
/** A page begins, or goes on, where at least this much of the column is left. */
const LEAST = 60

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, file: { type: 'string' }, desk: { type: 'string' } },
})
const [language] = positionals
if (!language) throw new Error('Name a language: node scripts/language-sheet.mjs fr')
ensureBuilt(join(import.meta.dirname, '..'))
const [file, deskFile] = [values.file, values.desk].map((path) => path && resolve(path))
const out = resolve(values.out ?? join(tmpdir(), 'language-sheets'))
mkdirSync(out, { recursive: true })

/** What of a message is the same whatever its values: its longest piece outside of braces. */
function fixedPart(message) {
  const pieces = message.split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/).map((piece) => piece.trim())
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
}

/** Takes the files of a new language in, for this run, and says what is wrong with them. */
async function prepare() {
  const { prepareLanguage } = await import('../test/prepared-language.ts')
  const { catalogueProblems } = await import('../test/message-shape.ts')
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
  const [catalogue, desk] = [read(file), deskFile && read(deskFile)]
  // The documentation of the interface is in English alone.
  const english = Object.fromEntries(Object.entries(CATALOGUES.en).filter(([key]) => key in CATALOGUES.es))
  const asked = { code: language, locale: language }
  const found = catalogueProblems({ ...asked, catalogue, english })
  const foundAtDesk = desk ? catalogueProblems({ ...asked, catalogue: desk, english: DESK_CATALOGUES.en }) : []
  prepareLanguage({ code: language, catalogue, desk })
  return [...found, ...foundAtDesk.map((problem) => `desk: ${problem}`)]
}

/** Puts a page below the ones before it, and what is too long at the top of the next column. */
async function place(name, picture) {
  const { width, height } = await sharp(picture).metadata()
  for (let top = 0; top < height;) {
    if (HEIGHT - used < LEAST) [column, used] = [column + 1, 0]
    if (column === COLUMNS) {
      sheets.push([])
      column = 0
    }
    if (top === 0) list.push(`${String(sheets.length).padStart(2, '0')} ${name}`)
    const part = { left: 0, top, width: Math.min(width, WIDTH), height: Math.min(HEIGHT - used, height - top) }
    const input = await sharp(picture).extract(part).toBuffer()
    sheets.at(-1).push({ input, left: GAP + column * (WIDTH + GAP), top: GAP + used })
    top += part.height
    used += part.height + GAP
  }
}

const extra = new Map()
const pages = await startSamplePages(extra)
const { CATALOGUES } = await import('../lib/i18n/catalogues.ts')
const { DESK_CATALOGUES } = await import('../lib/i18n/desk/catalogues.ts')
const problems = file ? await prepare() : []
if (!(language in CATALOGUES))
  throw new Error(
    `There is no catalogue of ${language} in lib/i18n/catalogues.ts. Name its file with --file ${language}.json.`,
  )
const { renderMessages } = await import('../test/samples/message-list.tsx')

/** The messages that no page has shown so far. */
const rest = new Map([
  ...Object.entries(CATALOGUES[language]).filter(([key]) => key in CATALOGUES.es),
  ...Object.entries(DESK_CATALOGUES[language] ?? {}).map(([key, text]) => [`desk: ${key}`, text]),
])
const messages = rest.size
const isDesk = (name) => name.startsWith('desk-')
extra.set('rest', () => renderMessages(language, [...rest]))

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
const sheets = [[]]
let [column, used] = [0, 0]
const framed = new Set()
const wide = []
const list = []
let missing = ''
try {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 } })
  await page.clock.setFixedTime(new Date('2026-11-20T14:07:32Z'))
  const desk = language in DESK_CATALOGUES ? pages.names.filter(isDesk) : []
  missing = await missingLetters(page, [...rest.values()].join(''))
  for (const name of [...pages.names.filter((one) => !isDesk(one)), ...pages.mails, ...desk, 'rest']) {
    await page.goto(`${pages.origin}/${name}?lang=${language}`)
    await page.evaluate(() => document.fonts.ready)
    const visible = await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details:not(.languages, .desk-account)')) folded.open = true
      return document.body.innerText.replace(/[\u2066-\u2069]/g, '')
    })
    for (const [key, text] of name === 'rest' ? [] : rest) {
      const part = fixedPart(text)
      if (part !== '' && visible.includes(part)) rest.delete(key)
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) wide.push(`${name}: ${over} px`)
    // A mail has no frame.
    const frame = await page.evaluate(() => document.querySelector('main') && document.body.className)
    const options = { animations: 'disabled', timeout: 120_000 }
    const part = page.locator(frame === null ? 'body' : 'main')
    const whole = frame !== null && !framed.has(frame)
    await place(name, whole ? await page.screenshot({ ...options, fullPage: true }) : await part.screenshot(options))
    if (frame !== null) framed.add(frame)
  }
} finally {
  await browser.close()
  await pages.stop()
}

for (const [index, composed] of sheets.entries()) {
  const size = { width: COLUMNS * (WIDTH + GAP) + GAP, height: HEIGHT + 2 * GAP }
  const sheet = sharp({ create: { ...size, channels: 3, background: '#c9c6bd' } }).composite(composed)
  const file = join(out, `${language}-${String(index + 1).padStart(2, '0')}.png`)
  await sheet.png({ palette: true, colours: 48 }).toFile(file)
  console.log(file)
}
const unshown = [...rest.keys()].map((key) => `rest: ${key}`)
writeFileSync(join(out, `${language}.txt`), `${[...list, ...unshown].join('\n')}\n`)
console.log(`${unshown.length} of ${messages} messages are on no page and below them instead.`)
for (const problem of problems) console.log(problem)
if (missing !== '')
  console.log(
    `No font of this machine has: ${missing.slice(0, 40)}. Install one and draw again: on Debian fonts-noto-core, for Chinese, ` +
      'Japanese and Korean fonts-noto-cjk.',
  )
console.log(wide.length === 0 ? 'No page is wider than the screen.' : `Wider than the screen: ${wide.join(', ')}`)
if (wide.length > 0 || missing !== '' || problems.length > 0) process.exitCode = 1
