// npm run release: builds what is committed anew and writes the release into release/<version>, the same bytes each time.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './release/build-client.mjs'
import {
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

try {
  await release()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function release() {
  const { name, version } = JSON.parse(read('package.json'))
  const notes = releaseNotes(read('CHANGELOG.md'), version)
  if (git('status', '--porcelain') !== '') throw new Error('Commit first: a release holds what is committed.')
  const seconds = Number(git('log', '-1', '--format=%ct'))

  // Not what an earlier build left beside the current one.
  for (const built of ['dist', 'public/assets']) rmSync(join(root, built), { recursive: true, force: true })
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
  const folder = `${name}-${version}`
  const files = {
    [`${folder}.tar.gz`]: releaseArchive(root, releaseFiles(root, RELEASE_PARTS), { folder, seconds }),
    [`${folder}.cdx.json`]: releaseSbom(root, seconds),
    [`${name}-client-${version}.tgz`]: await packedClient(),
    'RELEASE-NOTES.md': notes,
  }

  const out = join(root, 'release', version)
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
