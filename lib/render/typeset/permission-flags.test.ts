import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { pictureFlags } from '@/lib/render/untrusted/decode-picture'
import { renderFlags } from './render-child'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'permission-'))
const secret = join(folder, 'variables.env')
writeFileSync(secret, 'KEY_ENCRYPTION_KEY=secret')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each([
  ['renders', renderFlags()],
  ['decodes pictures', pictureFlags()],
])('a process that %s', (_of, flags) => {
  it.each([
    ['read another file', `require('fs').readFileSync(${JSON.stringify(secret)})`],
    [
      'read the project’s sources',
      `require('fs').readFileSync(${JSON.stringify(join(process.cwd(), 'server/main.ts'))})`,
    ],
    ['read another process’s environment', `require('fs').readFileSync('/proc/1/environ')`],
    ['write a file', `require('fs').writeFileSync(${JSON.stringify(join(folder, 'written'))}, '')`],
    ['start a program', `require('child_process').execFileSync('/bin/true')`],
    ['start a worker', `new (require('worker_threads').Worker)('0', { eval: true })`],
  ])('may not %s', async (_what, code) => {
    const attempt = `try { ${code}; console.log('done') } catch (error) { console.log(error.code) }`
    const { stdout, stderr } = await run(process.execPath, [...flags, '--input-type=commonjs', '-e', attempt])
    expect([stdout.trim(), stderr]).toEqual(['ERR_ACCESS_DENIED', ''])
    expect(readdirSync(folder)).toEqual(['variables.env'])
  })
})
