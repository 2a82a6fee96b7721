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
// Images stay; what a run that was broken off knew of its containers goes.
for (const left of ['libpod', 'volumes', 'overlay-containers'])
  rmSync(join(kept, 'storage', left), { recursive: true, force: true })
const env = { ...process.env, ...configuration() }
const script = (name) => join(root, 'scripts', 'container', name)
const steps = [
  // Its own mounts: see own-cgroups.sh. The network is the machine's, for packages.
  ['--mount', script('own-cgroups.sh'), 'sh', script('build.sh'), kept],
  // No network but its own: ports are free, and nothing is reached.
  ['--mount', '--net', script('own-cgroups.sh'), process.execPath, script('run.mjs')],
]
let code = 0
for (const words of steps) {
  const at = words.findIndex((word) => word.endsWith('.sh'))
  const { status } = spawnSync('unshare', [...words.slice(0, at), 'sh', ...words.slice(at)], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  code = status ?? 1
  if (code !== 0) break
}
rmSync(work, { recursive: true, force: true })
process.exitCode = code

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
`
  const storage = `[storage]\ndriver = "overlay"\ngraphroot = "${kept}/storage"\nrunroot = "${work}/run"\n`
  const files_ = {
    CONTAINERS_CONF: ['containers.conf', containers],
    CONTAINERS_STORAGE_CONF: ['storage.conf', storage],
  }
  return Object.fromEntries(
    Object.entries(files_).map(([name, [file, text]]) => {
      writeFileSync(join(work, file), text)
      return [name, join(work, file)]
    }),
  )
}
