import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run-step.mjs'

/** What the tests need besides Node and npm's packages, by the Debian package that brings it. */
const NEEDED = [
  { debian: 'git', programs: ['git'], unit: true },
  { debian: 'redis-server', programs: ['redis-server'], unit: true, faults: true },
  { debian: 'qpdf', programs: ['qpdf'], unit: true },
  { debian: 'poppler-utils', programs: ['pdfdetach'], unit: true },
  { debian: 'zbar-tools', programs: ['zbarimg'], unit: true },
  { debian: 'ghostscript', programs: ['gs'], unit: true },
  { debian: 'mupdf-tools', programs: ['mutool'], unit: true },
  { debian: 'imagemagick', programs: ['convert-im6.q16', 'convert-im7.q16', 'magick'], unit: true },
  { debian: 'openssl', programs: ['openssl'], unit: true },
  { debian: 'curl', programs: ['curl'], unit: true },
  { debian: 'python3', programs: ['python3'], unit: true },
  { debian: 'postgresql', programs: ['pg_restore'], faults: true },
  { debian: 'faketime', programs: ['faketime'], faults: true },
  { debian: 'chromium', programs: ['chromium', 'chromium-browser', 'google-chrome'], e2e: true },
  { debian: 'podman', programs: ['podman'], containers: true },
  { debian: 'buildah', programs: ['buildah'], containers: true },
  { debian: 'podman-compose', programs: ['podman-compose'], containers: true },
  { debian: 'crun', programs: ['crun'], containers: true },
  { debian: 'iptables', programs: ['iptables'], containers: true },
  { debian: 'aardvark-dns', programs: ['/usr/lib/podman/aardvark-dns'], containers: true },
  { debian: 'netavark', programs: ['/usr/lib/podman/netavark'], containers: true },
  { debian: 'mmdebstrap', programs: ['mmdebstrap'], containers: true },
  // What Safari is made of. Where there is none, its tests are skipped.
  { debian: 'webkit2gtk-driver', programs: ['WebKitWebDriver'], e2e: true, isOptional: true },
  { debian: 'xvfb', programs: ['Xvfb'], e2e: true, isOptional: true },
  // Without it, Chromium itself does its work, and takes half again as long.
  { debian: 'chromium-headless-shell', programs: ['chromium-headless-shell'], e2e: true, isOptional: true },
]

const NO_SERVICES = '/usr/sbin/policy-rc.d'

/**
 * Sees to it that the programs that the tests start are there; as root on Debian it installs those that are missing.
 * @param kinds `unit`, `e2e`, `faults` and `containers`: which kinds of tests will run
 * @returns null, or a sentence that says what to install
 */
export async function systemPackages(root, kinds) {
  const needed = NEEDED.filter((need) => Object.keys(kinds).some((kind) => kinds[kind] && need[kind]))
  const missing = needed.filter((need) => !need.programs.some(isOnPath))
  if (missing.length === 0) return null
  const isDebian = existsSync('/etc/debian_version') && isOnPath('apt-get')
  if (isDebian && process.getuid?.() === 0) await install(root, missing)
  const left = missing.filter((need) => !need.isOptional && !need.programs.some(isOnPath)).map((need) => need.debian)
  if (left.length === 0) return null
  const command = `apt-get update && apt-get install -y --no-install-recommends ${left.join(' ')}`
  return isDebian
    ? `The tests need programs that are not installed. As root run: ${command}`
    : `The tests need these programs on the PATH: ${left.join(', ')}. On Debian, as root: ${command}`
}

async function install(root, needs) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const holdsServices = !existsSync(NO_SERVICES)
  // The tests start their own Redis; the system's must not take its port, nor stay behind.
  if (holdsServices) writeFileSync(NO_SERVICES, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await run(root, 'apt-get update', 'apt-get', ['-q', 'update'], { env })
    const needed = needs.filter((need) => !need.isOptional).map((need) => need.debian)
    const optional = needs.filter((need) => need.isOptional).map((need) => [need.debian])
    // Each of these apart, since one package that an older Debian does not have would keep all the others away.
    for (const packages of [needed, ...optional]) {
      const args = ['-q', 'install', '-y', '--no-install-recommends', ...packages]
      if (packages.length > 0) await run(root, `apt-get install ${packages.join(' ')}`, 'apt-get', args, { env })
    }
  } finally {
    if (holdsServices) rmSync(NO_SERVICES, { force: true })
  }
}

function isOnPath(program) {
  if (program.startsWith('/')) return existsSync(program)
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .some((folder) => {
      try {
        accessSync(join(folder, program), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

// node scripts/system-packages.mjs unit e2e: installs them before the tests would
if (process.argv[1] === import.meta.filename) {
  const kinds = Object.fromEntries(process.argv.slice(2).map((kind) => [kind, true]))
  const missing = await systemPackages(join(import.meta.dirname, '..'), kinds)
  if (missing) console.error(missing)
}
