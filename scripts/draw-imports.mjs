// node scripts/draw-imports.mjs: draws docs/imports.svg, the rooms of the import rule and who imports whom today. An import
// goes to the right; one that went to the left would be red.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MAY_IMPORT } from '../lint/import-rule.mjs'

const ROOT = join(import.meta.dirname, '..')
/** From what a person meets to what only computes. */
const ROOMS = [
  ...['server', 'cli', 'app', 'components', 'http', 'service', 'store', 'render', 'net'],
  ...['i18n', 'scan', 'client', 'domain', 'crypto', 'contract'],
]
const [LEFT, TOP, CELL] = [230, 108, 44]

const sizes = new Map(ROOMS.map((name) => [name, { files: 0, lines: 0 }]))
/** How many files of a room import another, by `from to`. */
const counts = new Map()
for (const path of execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')) {
  const room = roomOf(path)
  if (!sizes.has(room) || !/\.tsx?$/.test(path) || /\.test\.tsx?$|\.d\.ts$/.test(path)) continue
  const text = readFileSync(join(ROOT, path), 'utf8')
  const { files, lines } = sizes.get(room)
  sizes.set(room, { files: files + 1, lines: lines + text.split('\n').length - 1 })
  for (const to of new Set(importsOf(text, path).map(roomOf)))
    if (to !== room && sizes.has(to)) counts.set(`${room} ${to}`, (counts.get(`${room} ${to}`) ?? 0) + 1)
}
const most = Math.max(...counts.values())
const free = Object.keys(MAY_IMPORT).filter((name) => !sizes.has(name))

const side = ROOMS.length * CELL
const bottom = TOP + side + 30
writeFileSync(
  join(ROOT, 'docs', 'imports.svg'),
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + side + 24} ${bottom + 36}" font-family="sans-serif" font-size="13" fill="#1b2733">`,
    '<title>How many files of the room on the left import the room above</title>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...ROOMS.flatMap((from, row) => [heads(from, row), ...ROOMS.map((to, column) => cell(from, to, row, column))]),
    `<text x="16" y="${bottom}">How many files of the room on the left import the room above.</text>`,
    `<text x="16" y="${bottom + 20}">Imported from anywhere, and left out: ${free.join(', ')}.</text>`,
    '</svg>',
    '',
  ].join('\n'),
)

function roomOf(path) {
  const [first, second = ''] = path.split('/')
  return first === 'lib' ? second.replace(/\.[a-z]+$/, '') : first
}

function importsOf(text, path) {
  const found = text.matchAll(/(?:from|import\(|import)\s*'((?:@|\.\.?)\/[^']*)'/g)
  return [...found].map(([, name]) => (name.startsWith('@/') ? name.slice(2) : join(dirname(path), name)))
}

function heads(name, at) {
  const { files, lines } = sizes.get(name)
  const middle = at * CELL + CELL / 2
  return [
    `<text x="16" y="${TOP + middle - 3}" font-size="15" font-weight="bold">${name}</text>`,
    `<text x="16" y="${TOP + middle + 13}" font-size="11">${files} files, ${lines.toLocaleString('en')} lines</text>`,
    `<text transform="translate(${LEFT + middle + 4} ${TOP - 10}) rotate(-60)" font-weight="bold">${name}</text>`,
  ].join('')
}

function cell(from, to, row, column) {
  const [x, y] = [LEFT + column * CELL, TOP + row * CELL]
  const count = counts.get(`${from} ${to}`) ?? 0
  const strength = count === 0 ? 0 : 0.15 + (0.65 * Math.log(count + 1)) / Math.log(most + 1)
  const fill = from === to ? '#36506b' : count === 0 ? '#f4f5f6' : column > row ? '#3f7fbf' : '#d02020'
  const opacity = count === 0 ? 1 : strength.toFixed(2)
  const square = `<rect x="${x}" y="${y}" width="${CELL - 2}" height="${CELL - 2}" fill="${fill}" fill-opacity="${opacity}"/>`
  return count === 0
    ? square
    : `${square}<text x="${x + CELL / 2 - 1}" y="${y + CELL / 2 + 4}" text-anchor="middle">${count}</text>`
}
