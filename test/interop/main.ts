// npm run test:interop: a log that this project wrote, checked by code that is not ours, and the other way round.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkWithGo, missingGoPackages } from './check-with-go'
import { checkWithSigstore } from './check-with-sigstore'
import { writeExample } from './write-example'

const missing = await missingGoPackages()
if (missing.length > 0) {
  console.error(
    `Missing Debian packages: ${missing.join(', ')}. Install them with apt-get install ${missing.join(' ')}.`,
  )
  console.log('0 passed, 1 failed')
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'interop-'))
let passed = 0
try {
  const example = await writeExample(folder)
  for (const lines of [checkWithSigstore(example), await checkWithGo(folder)]) {
    for (const line of lines) console.log(`✓ ${line}`)
    passed += lines.length
  }
  console.log(`${passed} passed, 0 failed`)
} catch (error) {
  console.error(error)
  console.log(`${passed} passed, 1 failed`)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
