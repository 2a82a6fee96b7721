import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { serve } from './serve'

/** The server's process: `node --import tsx server/main.ts [--demo] [--dev]`, which `npm start` runs after building. */
async function main(): Promise<number> {
  try {
    env()
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
  try {
    return await serve({ dev: process.argv.includes('--dev'), demo: process.argv.includes('--demo') })
  } catch (error) {
    console.error(error instanceof ServiceError ? error.message : error)
    return 1
  }
}

process.exit(await main())
