import { fork, type ChildProcess } from 'node:child_process'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '@/lib/http/limits/limits'
import { hasRedisServer, RedisTestServer } from '@/test/database/redis-test-server'
import { testProgram } from '@/test/test-program'

const GROUPS = Object.values(LIMITS).filter(({ name }) => name !== 'refused_key')
const MOST_AT_ONCE = 600
const agent = new Agent({ keepAlive: true, maxSockets: 50 })

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** A process of the service in which the limits are counted. */
class Service {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  static async start(variables: Record<string, string>): Promise<Service> {
    const child = fork(testProgram('limits-test-process'), {
      execArgv: [],
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        TRUSTED_PROXIES: '127.0.0.0/8',
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout?.once('data', (text: Buffer) => resolve(text.toString()))
      child.once('exit', () => reject(new Error('the process did not start')))
    })
    return new Service(child, (JSON.parse(line) as { port: number }).port)
  }

  ask(path: string, address: string, headers: Record<string, string> = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: this.port, path, agent, headers: { 'x-forwarded-for': address, ...headers } },
        (answer) => {
          answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
        },
      )
      sent.once('error', reject).end()
    })
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.disconnect()
    await gone
  }
}

/** Some more requests than pass, at once over fifty connections, by turns to each service. */
function storm(services: Service[], group: string, limit: number, address: string, headers = {}): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: limit + 25 }, (_, index) =>
      (services[index % services.length] as Service).ask(`/api/${group}`, address, headers),
    ),
  )
}

const passed = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length
const bearer = (group: string) => (group === 'issuer_lookup' ? { authorization: 'Bearer some-key' } : {})

describe.each([
  ['memory', 1],
  ['redis', 3],
] as const)('limits counted in %s, %i process(es)', (source, processes) => {
  let services: Service[] = []
  let redis: RedisTestServer | undefined

  beforeAll(async () => {
    if (source === 'redis') redis = await RedisTestServer.start()
    const variables: Record<string, string> = redis ? { REDIS_URL: redis.url } : {}
    services = await Promise.all(Array.from({ length: processes }, () => Service.start(variables)))
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await redis?.kill()
  })

  it.each(GROUPS)('let exactly $limit of $name pass', async ({ name, limit }) => {
    // Thousands of requests take a slow machine longer than the minute in which they are counted.
    const left = Math.min(limit, MOST_AT_ONCE)
    const taken = await services[0]?.ask(`/api/taken/${name}/${limit - left}`, '203.0.113.9')
    expect(taken?.status).toBe(200)
    const answers = await storm(services, name, left, '203.0.113.9', bearer(name))
    expect(passed(answers)).toBe(left)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^[1-9]\d?$/) as string,
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      'x-ratelimit-source': source,
      'cache-control': 'no-store',
    })
    const wait = Date.parse(String(refused?.headers['x-ratelimit-reset'])) - Date.now()
    expect(wait).toBeLessThanOrEqual(60_000)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
    const passing = answers.filter(({ status }) => status === 200)
    expect(new Set(passing.map(({ headers }) => headers['x-ratelimit-remaining'])).size).toBe(left)
  })

  it('share nothing between groups and addresses, and count a /64 as one', async () => {
    const [service] = services as [Service]
    expect(passed(await storm(services, 'open_badge_validation', 20, '2001:db8:1:2::1'))).toBe(20)
    expect((await service.ask('/api/open_badge_validation', '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await service.ask('/api/open_badge_validation', '2001:db8:1:3::1')).status).toBe(200)
    expect((await service.ask('/api/open_badge_validation', '198.51.100.1')).status).toBe(200)
    expect((await service.ask('/api/certificate_pdf', '2001:db8:1:2::1')).status).toBe(200)
  })
})

describe('a forwarded address from an untrusted peer', () => {
  let service: Service
  beforeAll(async () => {
    service = await Service.start({ TRUSTED_PROXIES: '192.0.2.0/24' })
  })
  afterAll(() => service.stop())

  it('neither escapes nor poisons the count', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => service.ask('/api/open_badge_validation', `203.0.113.${index}`)),
    )
    expect(passed(answers)).toBe(20)
  })
})

it('has a Redis to count in', () => {
  expect(hasRedisServer, 'install it with: apt-get install redis-server').toBe(true)
})
