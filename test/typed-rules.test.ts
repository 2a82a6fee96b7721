import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'typed-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))

const BROKEN = `
declare function onEnd(then: () => void): void
async function save(): Promise<void> {}
export async function wrong(): Promise<void> {
  save()
  onEnd(async () => save())
  if (save()) return
  await 3
}
export async function right(): Promise<void> {
  await save().finally(() => save())
}
`

it('the rules that need types find a promise that nobody awaits, and let finally have one', () => {
  writeFileSync(join(folder, 'broken.ts'), BROKEN)
  const files = ['broken.ts', join(ROOT, 'lib', 'awaited-finally.d.ts')]
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: files }))
  const rules = ['-c', join(ROOT, '.oxlintrc.json'), '-f', 'unix']
  const { stdout, status } = spawnSync(join(ROOT, 'node_modules', '.bin', 'oxlint'), [...rules, 'broken.ts'], {
    cwd: folder,
    encoding: 'utf8',
    // The folder has no node_modules beside it, and the PATH leads to ours only below npm.
    env: { ...process.env, OXLINT_TSGOLINT_PATH: join(ROOT, 'node_modules', '.bin', 'tsgolint') },
  })
  const found = [...stdout.matchAll(/:(\d+):\d+: .*typescript\((.*?)\)/g)].map(([, line, rule]) => `${line} ${rule}`)
  expect(found).toStrictEqual([
    '5 no-floating-promises',
    '6 no-misused-promises',
    '7 no-misused-promises',
    '8 await-thenable',
  ])
  expect(status).toBe(1)
})
