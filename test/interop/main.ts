// npm run test:interop: a log that this project wrote, checked by code that is not ours, and the other way round.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkWithGo, missingGoPackages } from './check-with-go'
import { checkWithSigstore } from './check-with-sigstore'
import { writeExample } from './write-example'

const missing = await missingGoPackages()
const folder = await mkdtemp(join(tmpdir(), 'interop-'))
let passed = 0
try {
  const example = await writeExample(folder)
  const checkers = [() => checkWithSigstore(example), ...(missing.length === 0 ? [() => checkWithGo(folder)] : [])]
  for (const check of checkers) {
    const lines = await check()
    for (const line of lines) console.log(`✓ ${line}`)
    passed += lines.length
  }
  const skipped = missing.length === 0 ? '' : ', 1 skipped'
  if (missing.length > 0) console.log(`- skipped: Go. Missing: apt-get install ${missing.join(' ')}`)
  console.log(`${passed} passed, 0 failed${skipped}`)
} catch (error) {
  console.error(error)
  console.log(`${passed} passed, 1 failed`)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
