// What a release is made of, and how its files come to the same bytes each time.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { releaseManifests } from './release-manifests.mjs'

/** What runs, beside the packages of the lock file. */
export const RELEASE_PARTS = [
  ...['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'README.md', 'CHANGELOG.md', 'docs/operations'],
  'docs/certificates/northshore', // what certs demo shows
  ...['dist', 'public', 'prisma/migrations', 'lib/render', 'scripts', 'cli', 'container'],
]

/**
 * The files of the parts by their paths, in one order: no sources, and no stamp of when something was built.
 * @param {string} root the project
 * @param {readonly string[]} parts files and folders of it
 */
export function releaseFiles(root, parts) {
  const filesOf = (path) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path)).flatMap((name) => filesOf(`${path}/${name}`))
      : [path]
  const left = (path) => !/\.tsx?$/.test(path) && path !== 'dist/built-from'
  return parts.flatMap(filesOf).filter(left).sort()
}

/**
 * Copies the files of a release.
 * @param {string} root the project, built
 * @param {string} folder
 */
export function copyRelease(root, folder) {
  for (const file of releaseFiles(root, RELEASE_PARTS)) cpSync(join(root, file), join(folder, file))
  const { manifest, lock } = releaseManifests(root)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
}

/**
 * Lays out what a release runs with, as unpacking and installing it would.
 * @param {string} root the project, built, with its packages
 * @param {string} folder
 */
export function layOutRelease(root, folder) {
  copyRelease(root, folder)
  for (const path of Object.keys(releaseManifests(root).lock.packages)) {
    const from = join(root, path)
    // Of another platform’s there is none; what is nested has a path of its own.
    if (path === '' || !existsSync(from)) continue
    const filter = (source) => source !== join(from, 'node_modules')
    cpSync(from, join(folder, path), { recursive: true, verbatimSymlinks: true, filter })
  }
}

/**
 * A tar.gz of files, in which nothing stands of when, where and by whom it was made.
 * @param {string} root the project
 * @param {readonly string[]} files paths from there
 * @param {{ folder: string, seconds: number }} what the folder that it unpacks into, and the time that all files bear
 * @returns {Buffer}
 */
export function releaseArchive(root, files, { folder, seconds }) {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', `--mtime=@${seconds}`]
  const names = ['--no-recursion', '--null', '--verbatim-files-from', '--files-from=-', `--transform=s,^,${folder}/,`]
  const tar = execFileSync('tar', ['--create', '--format=ustar', ...owner, '--directory', root, ...names], {
    input: files.map((file) => `${file}\0`).join(''),
    maxBuffer: 2 ** 30,
  })
  return gzipSync(tar, { level: 9 })
}

/**
 * The bill of materials of what a release runs with (CycloneDX 1.5), out of its lock file.
 * @param lock what is in it
 * @param {number} seconds the time that it bears
 */
export function releaseSbom({ name, version, packages }, seconds) {
  const purl = (of, at) => `pkg:npm/${of.replace('@', '%40')}@${at}`
  const components = new Map()
  for (const [path, one] of Object.entries(packages)) {
    if (path === '') continue
    const called = one.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const ref = purl(called, one.version)
    const hashes = /^sha512-(.+)$/.exec(one.integrity ?? '')?.slice(1) ?? []
    components.set(ref, {
      ...{ type: 'library', 'bom-ref': ref, name: called, version: one.version, purl: ref },
      ...(one.license === undefined ? {} : { licenses: [{ expression: one.license }] }),
      hashes: hashes.map((hash) => ({ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') })),
    })
  }
  const component = { type: 'application', 'bom-ref': purl(name, version), name, version }
  const metadata = { timestamp: new Date(seconds * 1000).toISOString(), component }
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata,
    components: [...components.values()],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

/**
 * The section of the changelog about a version.
 * @param {string} changelog its text
 * @param {string} version
 * @throws Error a sentence, unless there is one with something in it
 */
export function releaseNotes(changelog, version) {
  const notes = sectionOf(changelog, version)
  if (notes === '')
    throw new Error(`CHANGELOG.md says nothing of ${version}. Rename its section: ## [Unreleased] → ## [${version}]`)
  return `${notes}\n`
}

/** Whether the changelog has changes that no version names yet. */
export const hasUnreleased = (changelog) => sectionOf(changelog, 'Unreleased') !== ''

function sectionOf(changelog, called) {
  const sections = changelog.split(/^(?=## )/m)
  const [, ...lines] = sections.find((section) => section.startsWith(`## [${called}]`))?.split('\n') ?? []
  return lines.join('\n').trim()
}

/**
 * The sums of files, as `sha256sum --check` reads them.
 * @param {Record<string, string | Uint8Array>} files contents by names
 */
export function sha256Sums(files) {
  const sum = (content) => createHash('sha256').update(content).digest('hex')
  return Object.keys(files)
    .sort()
    .map((name) => `${sum(files[name])}  ${name}\n`)
    .join('')
}
