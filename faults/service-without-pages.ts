/** The service as `server/main.ts` runs it, but without Next and what needs a build: every route handler is there. */
import { serve } from '@/server/serve'

const pages = async (_request: unknown, response: { writeHead(status: number): { end(): unknown } }) => {
  response.writeHead(404).end()
}

process.exit(await serve({ dev: false, demo: false, pages }))
