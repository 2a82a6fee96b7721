import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'
import { noSuchPath, ServiceError } from '@/lib/errors'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { endpoint } from '@/lib/http/endpoint'
import { registerServiceGauges } from '@/lib/http/operation/service-gauges'
import { metricsRegistry } from '@/lib/metrics'

/**
 * The metrics of this process in Prometheus' text form, for whoever has `METRICS_TOKEN` (spec part 5). Without
 * a token in the configuration there is nothing here. Not counted; no label names a person, a serial or an issuer.
 */
export const GET = endpoint({}, async ({ request }) => {
  const { METRICS_TOKEN: token } = env()
  if (token === undefined) throw noSuchPath()
  const given = /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (given === undefined || !sameWord(given, token))
    throw new ServiceError('unauthorized', 'The metrics token is missing or wrong.')
  const registry = metricsRegistry()
  if (!registry.getSingleMetric('certs_database_connections')) registerServiceGauges(registry)
  return plainResponse(200, { 'content-type': registry.contentType }, await registry.metrics())
})

/** Takes as long for any wrong word, so that the time tells nothing of the right one. */
function sameWord(given: string, right: string): boolean {
  const hash = (word: string) => createHash('sha256').update(word).digest()
  return timingSafeEqual(hash(given), hash(right))
}
