// npm run release: builds what is committed anew and writes the release into release/<version>, the same bytes each time.
// With --twice it does so in two new clones, whose folder, umask, time zone and language differ, and takes the release only if
// both came to the same bytes.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildClient } from './release/build-client.mjs'
import {
  copyRelease,
  hasUnreleased,
  RELEASE_PARTS,
  releaseArchive,
  releaseFiles,
  releaseNotes,
  releaseSbom,
  sha256Sums,
} from './release/release-parts.mjs'

const root = join(import.meta.dirname, '..')
const read = (name) => readFileSync(join(root, name), 'utf8')
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
const { name, version } = JSON.parse(read('package.json'))
const out = join(root, 'release', version)

/** What must not matter. */
const CLONES = [
  { folder: 'a', umask: 0o022, env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' } },
  { folder: 'another folder', umask: 0o077, env: { TZ: 'Asia/Kathmandu', LC_ALL: 'C' } },
]

try {
  if (git('status', '--porcelain') !== '') throw new Error('Commit first: a release holds what is committed.')
  await (process.argv.includes('--twice') ? releaseTwice() : release())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function release() {
  const notes = releaseNotes(read('CHANGELOG.md'), version)
  if (hasUnreleased(read('CHANGELOG.md')))
    console.error(
      `CHANGELOG.md has changes under [Unreleased], which are built too and which the notes of ${version} do not name.`,
    )
  const seconds = Number(git('log', '-1', '--format=%ct'))

  // Not what an earlier build left beside the current one.
  for (const built of ['dist', 'public/assets']) rmSync(join(root, built), { recursive: true, force: true })
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
  const folder = `${name}-${version}`
  const copy = join(root, '.cache', 'release')
  rmSync(copy, { recursive: true, force: true })
  copyRelease(root, copy)
  const files = {
    [`${folder}.tar.gz`]: releaseArchive(copy, releaseFiles(copy, RELEASE_PARTS), { folder, seconds }),
    [`${folder}.cdx.json`]: releaseSbom(JSON.parse(readFileSync(join(copy, 'package-lock.json'), 'utf8')), seconds),
    [`${name}-client-${version}.tgz`]: await packedClient(),
    'RELEASE-NOTES.md': notes,
  }

  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(join(out, file), content)
  writeFileSync(join(out, 'SHA256SUMS'), sha256Sums(files))
  process.stdout.write(`release/${version}\n${sha256Sums(files)}`)
}

/** `npm pack` gives all files one time by itself. */
async function packedClient() {
  const built = join(root, '.cache', 'client')
  await buildClient(root, built)
  const words = ['pack', '--json', '--pack-destination', built]
  const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: built, encoding: 'utf8' }))
  return readFileSync(join(built, filename))
}

async function releaseTwice() {
  const work = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    const [one, other] = CLONES.map((clone) => releaseOfClone(work, clone))
    // By their contents, and where they differ, by what is in them.
    const { status, stdout } = spawnSync('diff', ['--recursive', '--brief', one, other], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The two builds differ.\n${stdout}${differenceOfArchives(work, one, other)}`)
    rmSync(out, { recursive: true, force: true })
    cpSync(one, out, { recursive: true })
    console.log(`Built twice, the same bytes: release/${version}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** @returns the folder of the release that a new clone of what is committed came to */
function releaseOfClone(work, { folder, umask, env }) {
  const clone = join(work, folder)
  const options = { cwd: clone, stdio: 'inherit', env: { ...process.env, ...env } }
  const before = process.umask(umask)
  try {
    const quietly = ['-c', 'advice.detachedHead=false', 'clone', '--quiet', '--no-hardlinks']
    execFileSync('git', [...quietly, root, clone], { stdio: 'inherit' })
    const offline = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', ['ci', ...offline], options)
    execFileSync(process.execPath, ['scripts/release.mjs'], options)
  } finally {
    process.umask(before)
  }
  return join(clone, 'release', version)
}

function differenceOfArchives(work, ...releases) {
  const folders = releases.map((folder, at) => {
    const unpacked = join(work, `unpacked-${at}`)
    mkdirSync(unpacked)
    execFileSync('tar', ['-xzf', join(folder, `${name}-${version}.tar.gz`), '-C', unpacked])
    return unpacked
  })
  return spawnSync('diff', ['--recursive', '--brief', ...folders], { encoding: 'utf8' }).stdout
}
