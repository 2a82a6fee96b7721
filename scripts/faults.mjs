// npm run test:faults: builds what pages load, sees to the programs that the faults need, and runs the suite.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { systemPackages } from './system-packages.mjs'

const root = join(import.meta.dirname, '..')
process.chdir(root)

const missing = await systemPackages(root, { faults: true })
if (missing) {
  console.error(missing)
  process.exit(1)
}
ensureBuilt(root)
const args = ['--import', 'tsx', join('faults', 'main.ts'), ...process.argv.slice(2)]
const suite = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
suite.on('exit', (exitCode) => process.exit(exitCode ?? 1))
