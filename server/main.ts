import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { serve } from './serve'

/** The server's process: `dist/server.mjs [--demo]`, which `npm start` becomes once it is built. */
async function main(): Promise<number> {
  try {
    env()
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
  try {
    return await serve({ demo: process.argv.includes('--demo') })
  } catch (error) {
    console.error(isSentence(error) ? error.message : error)
    return 1
  }
}

/** What was thrown to be read by a person; anything else is a fault of ours and shown whole. */
function isSentence(error: unknown): error is Error {
  return error instanceof ServiceError || (error instanceof Error && error.constructor === Error && !('code' in error))
}

process.exit(await main())
