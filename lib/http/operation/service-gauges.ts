import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { renderPool } from '@/lib/render/certificate/render-certificate'
import { isMailHealthy } from '@/lib/service/mail/mail-health'
import { poolUse } from '@/lib/store/database/database'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { rateCounter } from '@/lib/store/limits/open-rate-counter'

/**
 * Registers the gauges that are read each time metrics are asked for: the process itself, the connections to the
 * database, whether database and rate counter answer, and the rendering processes.
 * @param register a registry that has none of them yet
 */
export function registerServiceGauges(register: Registry): void {
  collectDefaultMetrics({ register })
  const registers = [register]
  new Gauge({
    name: 'certs_database_connections',
    help: 'Connections to PostgreSQL by pool; `waiting` are requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, open, idle, waiting } of poolUse()) {
        this.set({ pool, state: 'busy' }, open - idle)
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
  gauge(register, 'certs_database_reachable', '1 while PostgreSQL answers in time, else 0.', () =>
    Number(servingGuard().reachable),
  )
  gauge(
    register,
    'certs_rate_counter_healthy',
    '0 while requests are counted in memory for want of Redis, else 1.',
    () => Number(rateCounter().healthy),
  )
  gauge(
    register,
    'certs_mail_healthy',
    '0 while the mail server cannot be used, else 1; also where no mail is sent.',
    () => Number(isMailHealthy()),
  )
  gauge(register, 'certs_render_processes', 'Rendering processes that run.', () => renderPool().pids.length)
  gauge(register, 'certs_render_waiting', 'Files that wait for a rendering process.', () => renderPool().waitingTasks)
}

function gauge(register: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [register],
    collect() {
      this.set(read())
    },
  })
}
