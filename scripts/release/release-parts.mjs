// What a release is made of, and how its files come to the same bytes each time.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What runs, beside the packages of the lock file. */
export const RELEASE_PARTS = [
  ...['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'README.md', 'CHANGELOG.md', 'docs/operations'],
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
 * Lays out what a release runs with, as unpacking and installing it would: its files, and of the packages those that are neither
 * for development nor optional peers of others, which npm may install beside them.
 * @param {string} root the project, built
 * @param {string} folder
 */
export function layOutRelease(root, folder) {
  for (const file of releaseFiles(root, RELEASE_PARTS)) cpSync(join(root, file), join(folder, file))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const isLeft = ({ dev, devOptional }) => dev || devOptional
  const paths = Object.keys(packages).filter((path) => path !== '')
  // Nested ones come with those that they are nested in. Of another platform’s there is none.
  for (const path of paths.filter((one) => one.lastIndexOf('node_modules/') === 0 && !isLeft(packages[one])))
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
  for (const path of paths.filter((one) => isLeft(packages[one])))
    rmSync(join(folder, path), { recursive: true, force: true })
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
 * The bill of materials of what a release runs with (CycloneDX 1.5), out of the lock file. `npm sbom --omit dev` leaves out
 * packages that development needs as well.
 * @param {string} root the project
 * @param {number} seconds the time that it bears
 */
export function releaseSbom(root, seconds) {
  const { name, version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const purl = (of, at) => `pkg:npm/${of.replace('@', '%40')}@${at}`
  const components = new Map()
  for (const [path, { dev, devOptional, link, ...one }] of Object.entries(packages)) {
    if (path === '' || dev || devOptional || link) continue
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
  const sections = changelog.split(/^(?=## )/m)
  const [, ...lines] = sections.find((section) => section.startsWith(`## [${version}]`))?.split('\n') ?? []
  const notes = lines.join('\n').trim()
  if (notes === '')
    throw new Error(`CHANGELOG.md says nothing of ${version}. Rename its section: ## [Unreleased] → ## [${version}]`)
  return `${notes}\n`
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
