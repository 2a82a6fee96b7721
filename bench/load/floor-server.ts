/** The floors that need a database: bare node:http with one prepared query. Started by the benchmark as a process. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })

/** One certificate by serial, its signed bytes included. */
async function one(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query({
    name: 'one',
    text: `SELECT c.*, f.vc_jwt FROM certificates c JOIN signed_forms f ON f.certificate_id = c.id WHERE c.serial_key = $1`,
    values: [(request.url ?? '').slice(1).replaceAll('-', '')],
  })
  send(response, rows[0])
}

/** The same, counted: the count is committed before the answer. */
async function counted(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query({
    name: 'counted',
    text: `WITH found AS (
        SELECT c.*, f.vc_jwt FROM certificates c JOIN signed_forms f ON f.certificate_id = c.id WHERE c.serial_key = $1
      ), counted AS (
        INSERT INTO certificate_checks AS k (certificate_id, day, checks, last_at)
        SELECT id, (clock_timestamp() AT TIME ZONE 'UTC')::date, 1, date_trunc('milliseconds', clock_timestamp()) FROM found
        ON CONFLICT (certificate_id, day) DO UPDATE
        SET checks = k.checks + 1, last_at = greatest(k.last_at, excluded.last_at)
      )
      SELECT * FROM found`,
    values: [(request.url ?? '').slice('/counted/'.length).replaceAll('-', '')],
  })
  send(response, rows[0])
}

/** The rows of a hundred certificates, as JSON. */
async function many(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const { serials } = JSON.parse(Buffer.concat(chunks).toString()) as { serials: string[] }
  const { rows } = await pool.query({
    name: 'many',
    text: `SELECT c.*, f.vc_jwt FROM certificates c JOIN signed_forms f ON f.certificate_id = c.id
      WHERE c.serial_key = ANY($1)`,
    values: [serials.map((serial) => serial.replaceAll('-', ''))],
  })
  send(response, { success: true, certificates: rows })
}

function send(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

const server = createServer((request, response) => {
  const isCounted = request.url?.startsWith('/counted/')
  void (request.method === 'POST' ? many : isCounted ? counted : one)(request, response)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
