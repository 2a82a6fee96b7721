import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  ...['app', 'components', 'lib', 'server', 'cli', 'scripts', 'prisma/schema.prisma'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
]

/** What is installed and started: the assets, and everything that is a process or a thread of its own, in `dist`. */
export const PRODUCT = {
  sources: SOURCES,
  programs: {
    server: 'server/main.ts',
    cli: 'cli/program.ts',
    signer: 'server/signer-main.ts',
    'render-worker': 'lib/render/typeset/render-worker.ts',
    'untrusted-worker': 'lib/render/untrusted/untrusted-worker.ts',
  },
  out: 'dist',
}

/** What only tests start. */
export const TEST_PROGRAMS = {
  sources: [...SOURCES, 'test'],
  programs: {
    'cluster-process': 'test/database/cluster-process.ts',
    'desk-server': 'test/server/desk-server.ts',
    'embedded-test-process': 'test/database/embedded-test-process.ts',
    'installation-process': 'test/tlog/installation-process.ts',
    'limits-test-process': 'test/server/limits-test-process.ts',
    'mail-sender-process': 'test/desk/mail-sender-process.ts',
    'no-file-left-process': 'test/documents/no-file-left-process.ts',
    'publishing-process': 'test/tlog/publishing-process.ts',
    'render-pool-process': 'test/documents/render-pool-process.ts',
    'status-lists-test-process': 'test/database/status-lists-test-process.ts',
    'verify-server': 'test/server/verify-server.ts',
    'webhook-sender-process': 'test/webhooks/webhook-sender-process.ts',
  },
  out: '.cache/test-programs',
}

/** What only a checkout with its development packages has; some of those packages come into a release as peers of others. */
const NEEDED = ['server/main.ts', 'node_modules/esbuild', 'node_modules/@fontsource-variable/source-sans-3']

/**
 * Sees to it that the assets and the compiled programs are those of the sources beside them, within seconds where they
 * are not. A built release has nothing but what was built, and uses that.
 * @param {string} root the project
 * @throws Error a sentence: nothing is built and nothing can be, or the build failed
 */
export function ensureBuilt(root) {
  if (!NEEDED.every((path) => existsSync(join(root, path)))) {
    if (existsSync(join(root, 'dist', 'server.mjs'))) return
    // npm leaves them out where NODE_ENV is production in the shell, and would do so again.
    const sentence = 'Nothing is built yet, and the packages that build are missing'
    throw new Error(`${sentence}. Run in ${root}: npm install --include=dev`)
  }
  if (isFresh(root, PRODUCT)) return
  requireWritable(root)
  // In a process of its own, so that no compiler is loaded by what is started. Standard output belongs to the command.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The build failed.')
}

/** Whoever starts what another user installed builds nothing there. */
function requireWritable(root) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new Error(
      `What is built is not that of the sources, and ${root} may not be written: run node scripts/build.mjs there as its owner.`,
    )
  }
}

/** Whether something was built from just these sources. */
export function isFresh(root, what) {
  const stamp = stampOf(root, what)
  const isThere = existsSync(stamp) && existsSync(join(root, 'public', 'assets', 'manifest.json'))
  return isThere && readFileSync(stamp, 'utf8') === sourcesHash(root, what)
}

/** Notes what something is built from. @param sources what `sourcesHash` said before the build */
export function noteBuilt(root, what, sources) {
  writeFileSync(stampOf(root, what), sources)
}

/** By names, sizes and times: their contents would take longer to read than a command takes. */
export function sourcesHash(root, what) {
  const hash = createHash('sha256')
  const add = (path) => {
    const found = statSync(join(root, path))
    if (found.isDirectory()) for (const name of readdirSync(join(root, path))) add(`${path}/${name}`)
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`)
  }
  what.sources.forEach(add)
  return hash.digest('hex')
}

const stampOf = (root, what) => join(root, what.out, 'built-from')
