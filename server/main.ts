import { env } from '@/lib/env'
import { goOnWithoutReaders } from './lost-output'
import { serve } from './serve'
import { startFailure } from './start-failure'

/** The server's process: `dist/server.mjs [--demo]`, which `npm start` becomes once it is built. */
async function main(): Promise<number> {
  goOnWithoutReaders()
  try {
    env()
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
  try {
    return await serve({ demo: process.argv.includes('--demo') })
  } catch (error) {
    console.error(startFailure(error))
    return 1
  }
}

process.exit(await main())
