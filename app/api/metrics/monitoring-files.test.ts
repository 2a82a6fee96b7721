import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { registerServiceGauges } from '@/lib/http/operation/service-gauges'
import { metricsRegistry } from '@/lib/metrics'

const folder = new URL('../../../docs/operations/', import.meta.url)

/** Every metric that is there, with the series that a histogram is made of. */
async function known(): Promise<Set<string>> {
  const gauges = new Registry()
  registerServiceGauges(gauges)
  const all = [...(await metricsRegistry().getMetricsAsJSON()), ...(await gauges.getMetricsAsJSON())]
  return new Set(all.flatMap(({ name }) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]))
}

describe('what is kept for monitoring', () => {
  it.each(['alerts.yml', 'grafana.json'])('%s asks for metrics that exist', async (file) => {
    const text = readFileSync(fileURLToPath(new URL(file, folder)), 'utf8')
    const asked = [...text.matchAll(/\b(?:certs|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)
    const names = await known()
    expect(asked.filter((name) => !names.has(name))).toStrictEqual([])
    expect(asked.length).toBeGreaterThan(10)
  })
})
