// npm run test:container: builds the images of compose.yaml, says how large they are, and runs the service in them from set-up
// to SIGTERM, with podman. As root on Debian it installs what is missing. Where no image of Debian can be fetched, its
// packages make one.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemPackages } from './system-packages.mjs'

const root = join(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'container-'))
// Kept from run to run: the layers of what has not changed.
const kept = join(root, '.cache', 'containers')

const missing = await systemPackages(root, { containers: true })
if (missing) {
  console.error(missing)
  process.exit(1)
}
mkdirSync(kept, { recursive: true })
const driver = canMountOverlay() ? 'overlay' : 'vfs'
if (driver === 'vfs') console.log('This kernel mounts no overlay here: each layer is a whole copy (vfs).')
const storage = join(kept, driver)
// Images stay; what a run that was broken off knew of its containers goes.
for (const left of ['libpod', 'volumes', `${driver}-containers`])
  rmSync(join(storage, left), { recursive: true, force: true })
const env = { ...process.env, ...configuration() }
const script = (name) => join(root, 'scripts', 'container', name)
const steps = [
  // The network is the machine's, for packages.
  { flags: [], words: ['sh', script('build.sh'), kept] },
  // No network but its own: ports are free, and nothing is reached.
  { flags: ['--net'], words: [process.execPath, script('run.mjs')] },
]
// With its own processes, which all end with it: the name server of podman's networks would stay behind.
const OWN = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
let code = 0
for (const { flags, words } of steps) {
  const { status } = spawnSync('unshare', [...OWN, ...flags, 'sh', script('own-mounts.sh'), ...words], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  code = status ?? 1
  if (code !== 0) break
}
rmSync(work, { recursive: true, force: true })
process.exitCode = code

/** Tried where the layers will be: not every file system can be the upper one of an overlay. */
function canMountOverlay() {
  const at = mkdtempSync(join(kept, 'overlay-'))
  for (const folder of ['lower', 'upper', 'work', 'merged']) mkdirSync(join(at, folder))
  const mount = 'mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work overlay merged && touch merged/x'
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', mount], { cwd: at, stdio: 'ignore' })
  rmSync(at, { recursive: true, force: true })
  return status === 0
}

/** Podman's own files, so that nothing of the machine's podman is touched. */
function configuration() {
  const limit = (name) =>
    Number(/(\d+)\s+\S+\s*$/.exec(limits.find((line) => line.startsWith(name)) ?? '')?.[1] ?? 4096)
  const limits = readFileSync('/proc/self/limits', 'utf8').split('\n')
  const [files, processes] = [Math.min(limit('Max open files'), 4096), Math.min(limit('Max processes'), 4096)]
  const containers = `[containers]
cgroups = "disabled"
default_ulimits = ["nofile=${files}:${files}", "nproc=${processes}:${processes}"]
[engine]
runtime = "crun"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "${work}/networks"
`
  const layers = `[storage]\ndriver = "${driver}"\ngraphroot = "${storage}"\nrunroot = "${work}/run"\n`
  const files_ = {
    CONTAINERS_CONF: ['containers.conf', containers],
    CONTAINERS_STORAGE_CONF: ['storage.conf', layers],
  }
  return Object.fromEntries(
    Object.entries(files_).map(([name, [file, text]]) => {
      writeFileSync(join(work, file), text)
      return [name, join(work, file)]
    }),
  )
}
