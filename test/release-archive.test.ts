import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { releaseManifests } from '../scripts/release/release-manifests.mjs'
import {
  hasUnreleased,
  RELEASE_PARTS,
  releaseArchive,
  releaseFiles,
  releaseNotes,
  releaseSbom,
  sha256Sums,
} from '../scripts/release/release-parts.mjs'

const ROOT = join(import.meta.dirname, '..')
const PARTS = ['package.json', 'dist', 'cli']
const WHAT = { folder: 'service-1.0.0', seconds: 1_790_000_000 }
const made: string[] = []
afterEach(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** A small project whose files were written in this order, at this time, with these rights. */
function tree(names: string[], { time, mode }: { time: number; mode: number }): string {
  const root = mkdtempSync(join(tmpdir(), 'release-archive-'))
  made.push(root)
  for (const folder of ['dist/chunks', 'cli']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of names) {
    writeFileSync(join(root, name), name === 'dist/built-from' ? String(time) : name)
    chmodSync(join(root, name), mode)
    utimesSync(join(root, name), time, time)
  }
  return root
}
const NAMES = [
  'package.json',
  'dist/server.mjs',
  'dist/chunks/a.mjs',
  'dist/built-from',
  'cli/certs.mjs',
  'cli/main.ts',
]

describe('the archive of a release', () => {
  it('is the same bytes whenever and by whomever it is made', () => {
    const roots = [
      tree(NAMES, { time: 1_000_000_000, mode: 0o644 }),
      tree([...NAMES].reverse(), { time: 1_700_000_000, mode: 0o600 }),
    ]
    const [one, other] = roots.map((root) => releaseArchive(root, releaseFiles(root, PARTS), WHAT))
    expect(one?.equals(other ?? Buffer.of())).toBe(true)
  })

  it('holds what runs, in a folder of its own, and neither sources nor stamps', () => {
    const root = tree(NAMES, { time: 1_000_000_000, mode: 0o644 })
    const archive = releaseArchive(root, releaseFiles(root, PARTS), WHAT)
    const listed = execFileSync('tar', ['-tzf', '-'], { input: archive, encoding: 'utf8' }).trim().split('\n')
    expect(listed).toEqual(
      ['cli/certs.mjs', 'dist/chunks/a.mjs', 'dist/server.mjs', 'package.json'].map((name) => `service-1.0.0/${name}`),
    )
  })

  it('is refused where a part is missing', () => {
    const root = tree(NAMES, { time: 1_000_000_000, mode: 0o644 })
    expect(() => releaseFiles(root, [...PARTS, 'public'])).toThrow('ENOENT')
    expect(RELEASE_PARTS.filter((part) => part !== 'dist' && !existsSync(join(ROOT, part)))).toEqual([])
  })
})

describe('the rest of a release', () => {
  it('has a bill of what it runs with, the same each time', () => {
    const [one, other] = [1, 2].map(() => releaseSbom(releaseManifests(ROOT).lock, WHAT.seconds))
    expect(one).toBe(other)
    const { bomFormat, metadata, components } = JSON.parse(one ?? '') as {
      bomFormat: string
      metadata: { timestamp: string; component: { name: string } }
      components: { name: string; version: string }[]
    }
    expect([bomFormat, metadata.timestamp]).toEqual(['CycloneDX', '2026-09-21T14:13:20.000Z'])
    const { name, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      name: string
      dependencies: Record<string, string>
    }
    expect(metadata.component.name).toBe(name)
    const listed = new Set(components.map((one) => `${one.name}@${one.version}`))
    expect(Object.entries(dependencies).filter(([each, version]) => !listed.has(`${each}@${version}`))).toEqual([])
    // Also none that npm would install for those that name it as an optional peer.
    for (const name of ['vitest', 'typescript', 'prisma', '@esbuild/linux-arm64'])
      expect(components.map((one) => one.name)).not.toContain(name)
  })

  it('has the changelog’s section, and is refused without one', () => {
    const changelog =
      '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [1.0.0] - 2026-09-21\n\n### Added\n\n- All.\n\n## [0.9.0]\n'
    expect(releaseNotes(changelog, '1.0.0')).toBe('### Added\n\n- All.\n')
    expect([changelog, changelog.replace('- New.', '')].map(hasUnreleased)).toEqual([true, false])
    for (const version of ['0.9.0', '2.0.0', '1.0', '.*'])
      expect(() => releaseNotes(changelog, version)).toThrow('says nothing of')
  })

  it('has sums that sha256sum reads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'release-archive-'))
    made.push(folder)
    const files = { 'b.txt': 'b', 'a.bin': Buffer.of(0, 255) }
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    writeFileSync(join(folder, 'SHA256SUMS'), sha256Sums(files))
    const check = () =>
      execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    expect(check()).toBe('a.bin: OK\nb.txt: OK\n')
    writeFileSync(join(folder, 'b.txt'), 'c')
    expect(check).toThrow('sha256sum --check')
  })
})
