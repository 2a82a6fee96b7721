import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { PLACES, PROXY } from '@/cli/setup/containers/prepare-containers'
import { caddySite } from '@/cli/setup/systemd/caddy-site'
import { parseEnv } from '@/lib/env'
import { PRODUCT } from '../../scripts/ensure-built.mjs'
import { RELEASE_PARTS } from '../../scripts/release/release-parts.mjs'

const ROOT = process.cwd()
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Service {
  build: { target: string; dockerfile: string }
  command?: string[]
  entrypoint?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  networks: string[]
  ports?: string[]
  depends_on?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: { front: { ipam: { config: { subnet: string }[] } } }
}
const services = Object.entries(compose.services)

/** The stages of the Containerfile by their names, each with the lines of those that it is made from. */
const stages = new Map<string, string>()
for (const part of read('Containerfile').split(/^(?=FROM )/m)) {
  const [, from = '', name = ''] = /^FROM (\S+) AS (\S+)/.exec(part) ?? []
  if (name !== '') stages.set(name, (stages.get(from) ?? '') + part)
}

describe('compose.yaml', () => {
  it.each(services)('bounds %s: a read-only root, no capability, no new privileges', (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(existsSync(join(ROOT, service.build.dockerfile))).toBe(true)
    expect(stages.has(service.build.target)).toBe(true)
  })

  it.each(services)(
    'mounts for %s volumes that there are, in folders that its image has',
    (_, { volumes = [], build }) => {
      for (const [volume = '', path = ''] of volumes
        .map((one) => one.split(':'))
        .filter(([name]) => name !== './exchange')) {
        expect(Object.keys(compose.volumes)).toContain(volume)
        // Otherwise a new volume is root’s, and the process cannot write to it.
        expect(stages.get(build.target)).toMatch(new RegExp(`install -d [^&]*${path}(/entries)?[ \\n]`))
      }
    },
  )

  it('starts programs that a release has', () => {
    const programs = services.flatMap(([, { command = [], entrypoint = [] }]) => [...command, ...entrypoint])
    const files = programs.filter((word) => word.endsWith('.mjs'))
    expect(files).toContain('dist/signer.mjs')
    for (const file of files) {
      const [, built] = /^dist\/(\S+)\.mjs$/.exec(file) ?? []
      if (built === undefined) expect(existsSync(join(ROOT, file)), file).toBe(true)
      else expect(Object.keys(PRODUCT.programs)).toContain(built)
      expect(
        RELEASE_PARTS.some((part) => file.startsWith(`${part}/`)),
        file,
      ).toBe(true)
    }
  })

  it('sets variables that there are, to what they may be', () => {
    const known = read('docs/configuration.md')
    for (const [name, { environment = {} }] of services) {
      for (const variable of Object.keys(environment)) expect(known).toContain(`\`${variable}\``)
      const socket = { SIGNER: 'socket', SIGNER_SOCKET: '/s', DATABASE_URL: 'postgresql://database/c' }
      expect(() => parseEnv({ ...environment, ...(name === 'public' && socket) })).not.toThrow()
    }
  })

  it('has the proxy ask where the processes listen, from addresses that they trust', () => {
    const site = caddySite({ baseUrl: 'https://verify.example.org', tls: null }, PROXY)
    for (const name of ['desk', 'public'])
      expect(site).toContain(`reverse_proxy ${name}:${compose.services[name]?.environment?.PORT} {`)
    for (const port of compose.services.proxy?.ports ?? []) expect(site).toContain(`port ${port.split(':')[1]}\n`)
    expect(compose.networks.front.ipam.config).toEqual([{ subnet: PLACES.proxies }])
    for (const name of ['database', 'counts', 'signer']) expect(compose.services[name]?.networks).toEqual(['back'])
    expect(new URL(PLACES.database).hostname in compose.services).toBe(true)
    expect(new URL(PLACES.redisUrl).hostname in compose.services).toBe(true)
  })
})

describe('the Containerfile', () => {
  const images = [...new Set(services.map(([, { build }]) => build.target))]

  it.each(images)('has %s run as a user that is not root', (target) => {
    const users = [...(stages.get(target) ?? '').matchAll(/^USER (\S+)$/gm)].map(([, user]) => user)
    expect(users).toHaveLength(1)
    expect(users[0]).not.toMatch(/^(root|0)(:|$)/)
  })

  it('leaves what builds in a stage of its own', () => {
    expect(stages.get('built')).toMatch(/^RUN .*install .*\bnpm\b/m)
    for (const target of images) expect(stages.get(target)).not.toMatch(/\bnpm\b|\bgcc\b|build-essential/)
    expect(stages.get('service')).toMatch(/^COPY --from=built \/release /m)
  })

  it.each(['service', 'database', 'counts'])('has a health check of %s', (target) => {
    expect(stages.get(target)).toMatch(/^HEALTHCHECK .*CMD \[/m)
  })

  it('starts every process of the service with the umask of the units, so that they share what they make', () => {
    const starts = services
      .filter(([, { build }]) => build.target === 'service')
      .map(([, { entrypoint }]) => entrypoint)
    const [, entrypoint = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(stages.get('service') ?? '') ?? []
    for (const words of starts) expect((words ?? JSON.parse(entrypoint)) as string[]).toContain('container/start.sh')
    expect(read('container/start.sh')).toContain('umask 0007\nexec node "$@"')
    expect(read('docs/operations/certificate-verification@.service')).toContain('UMask=0007')
  })

  it('copies files that there are, and starts the server as npm start does', () => {
    for (const [, words = ''] of read('Containerfile').matchAll(/^COPY (?!--from)(.*)$/gm))
      for (const file of words.split(' ').slice(0, -1)) expect(existsSync(join(ROOT, file)), file).toBe(true)
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(stages.get('service') ?? '') ?? []
    expect(['node', ...(JSON.parse(command) as string[])].join(' ')).toBe(scripts.start)
  })

  it('is given no data, no history and no secret to build from', () => {
    const lines = read('.dockerignore').split('\n')
    expect(lines).toContain('*')
    expect(lines.filter((line) => /data|\.git|\.env|node_modules|dist/.test(line))).toEqual([])
  })
})
