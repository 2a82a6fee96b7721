// Builds what the pages load into public/assets, and the server, the command and the workers into dist, unless both are
// those of the sources as they are. Next's build runs it too. With --tests, also the programs that only tests start.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildAssets } from './build-assets.mjs'
import { buildPrograms } from './build-programs.mjs'
import { isFresh, noteBuilt, PRODUCT, sourcesHash, TEST_PROGRAMS } from './ensure-built.mjs'

const root = join(import.meta.dirname, '..')

await unlessFresh(PRODUCT, () => Promise.all([buildAssets(root), buildPrograms(root, PRODUCT)]))
if (process.argv.includes('--tests')) await unlessFresh(TEST_PROGRAMS, () => buildPrograms(root, TEST_PROGRAMS))

async function unlessFresh(what, build) {
  if (isFresh(root, what)) return
  generateClient()
  await import('./link-command.mjs') // as after npm install, which may have skipped it
  const sources = sourcesHash(root, what)
  await build()
  noteBuilt(root, what, sources)
}

function generateClient() {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'generate-client.mjs')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
