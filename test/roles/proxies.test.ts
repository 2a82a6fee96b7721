import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { caddySite } from '@/cli/setup/systemd/caddy-site'
import { isServed } from '@/server/exchange/route-role'

const ROOT = process.cwd()

/** An address of each route, and whether only the desk answers it. */
const routes = readdirSync(join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /(^|\/)route\.tsx?$/.test(path))
  .map(dirname)
  .map((folder) => {
    const path = `/${folder === '.' ? '' : folder}`.replaceAll(/\[+(\.\.\.)?\w+\]+/g, 'x')
    return { path, toDesk: isServed(folder, ['desk']) && !isServed(folder, ['public']) }
  })

const nginx = readFileSync(join(ROOT, 'docs/operations/nginx.conf'), 'utf8')
const regexes = [...nginx.matchAll(/^ {4}location ~ (\S+) \{[^}]*certificates_desk;/gm)].map(([, one = '']) => one)
const caddy = caddySite({ baseUrl: 'https://verify.example.org', tls: null })
const patterns = /^\t@desk path (.*)$/m.exec(caddy)?.[1]?.split(' ') ?? []

describe.each([
  ['nginx', (path: string) => regexes.some((one) => new RegExp(one).test(path))],
  [
    'Caddy',
    (path: string) => patterns.some((one) => (one.endsWith('/*') ? path.startsWith(one.slice(0, -1)) : path === one)),
  ],
])('%s', (_name, leadsToDesk) => {
  it('leads each address to a process that answers it', () => {
    expect(routes.length).toBeGreaterThan(80)
    const led = routes.map(({ path }) => ({ path, toDesk: leadsToDesk(path) }))
    expect(led).toEqual(routes)
  })
})
