import { beforeEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { noteVerdict } from '@/lib/metrics'
import { GET } from './route'

const TOKEN = 'a-token-of-enough-length'

function ask(authorization?: string): Promise<Response> {
  const headers: HeadersInit = authorization === undefined ? {} : { authorization }
  return GET(new Request('http://localhost:3000/api/metrics', { headers }))
}

beforeEach(() => {
  setEnv({ ...env(), METRICS_TOKEN: TOKEN })
})

describe('answers', () => {
  it('prints what the process counted and what it can be asked for, again and again', async () => {
    noteVerdict('verified')
    await ask(`Bearer ${TOKEN}`)
    const answer = await ask(`bearer ${TOKEN}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text).toMatch(/^certs_verdicts_total\{outcome="verified"\} \d+$/m)
    expect(text).toMatch(/^certs_database_connections\{pool="serving",state="waiting"\} 0$/m)
    expect(text).toMatch(/^certs_rate_counter_healthy 1$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  })
})

describe('refuses', () => {
  it('is not there without a token in the configuration', async () => {
    setEnv({ ...env(), METRICS_TOKEN: undefined })
    const answer = await ask(`Bearer ${TOKEN}`)
    expect(answer.status).toBe(404)
  })

  it.each([undefined, '', 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN} x`])(
    'gives nothing for %j',
    async (authorization) => {
      const answer = await ask(authorization)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="issuer"')
      expect(await answer.json()).toStrictEqual({ success: false, error: 'The metrics token is missing or wrong.' })
    },
  )
})

describe('isolation', () => {
  it('has labels of fixed words alone', async () => {
    const text = await (await ask(`Bearer ${TOKEN}`)).text()
    const ours = text.split('\n').filter((line) => line.startsWith('certs_'))
    const names = new Set(ours.flatMap((line) => [...line.matchAll(/([a-z]+)="/g)].map(([, name]) => name)))
    expect(
      [...names].filter(
        (name) => !['group', 'code', 'le', 'outcome', 'kind', 'result', 'source', 'pool', 'state'].includes(name ?? ''),
      ),
    ).toStrictEqual([])
  })
})
