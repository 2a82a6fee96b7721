import { Counter, Histogram, Registry } from 'prom-client'

/**
 * The counts that this process keeps as things happen. Values that can be asked for are read when metrics are
 * (lib/http/operation/service-gauges.ts).
 */
interface Metrics {
  registry: Registry
  requests: Counter<'group' | 'code'>
  durations: Histogram<'group'>
  verdicts: Counter<'outcome'>
  files: Counter<'kind' | 'result'>
  counts: Counter<'source'>
}

/** From what a check takes when nothing else is going on to what the database may take at most (seconds). */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

// Next's bundles and ours hold copies of this module, which must count together.
const holder = globalThis as typeof globalThis & { certificateServiceMetrics?: Metrics }

function create(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'certs_http_requests_total',
      help: 'Requests answered, by limit group and status code.',
      labelNames: ['group', 'code'],
      registers,
    }),
    durations: new Histogram({
      name: 'certs_http_request_duration_seconds',
      help: 'From the request line to the last byte handed to the socket, by limit group.',
      labelNames: ['group'],
      buckets: BUCKETS,
      registers,
    }),
    verdicts: new Counter({
      name: 'certs_verdicts_total',
      help: 'Checks of a certificate that came to an outcome, counted or not.',
      labelNames: ['outcome'],
      registers,
    }),
    counts: new Counter({
      name: 'certs_rate_counts_total',
      help: 'Requests counted against their limit, by what counted them; uncountable ones were refused.',
      labelNames: ['source'],
      registers,
    }),
    files: new Counter({
      name: 'certs_rendered_files_total',
      help: 'Files asked of the rendering processes, by kind and by what came of it.',
      labelNames: ['kind', 'result'],
      registers,
    }),
  }
}

function metrics(): Metrics {
  return (holder.certificateServiceMetrics ??= create())
}

/** Where everything is registered; `/api/metrics` prints it. */
export function metricsRegistry(): Registry {
  return metrics().registry
}

/**
 * Notes one answered request.
 * @param group the limit group, or what stands for it where nothing is counted
 * @param seconds from the request to the end of its answer
 */
export function noteRequest(group: string, code: number, seconds: number): void {
  const { requests, durations } = metrics()
  requests.inc({ group, code })
  durations.observe({ group }, seconds)
}

/** Notes the outcome of one completed check; which certificate it was stays unsaid. */
export function noteVerdict(outcome: string): void {
  metrics().verdicts.inc({ outcome })
}

/** Notes what came of a file that the rendering processes were asked for: `made`, or the code of the error. */
export function noteFile(kind: string, result: string): void {
  metrics().files.inc({ kind, result })
}

/** Notes what counted a request against its limit. */
export function noteRateCount(source: 'memory' | 'redis' | 'uncountable'): void {
  metrics().counts.inc({ source })
}
