import { startEmbeddedDatabase } from '@/lib/store/embedded/embedded-database'

/** Run by the tests as a process of its own: starts the database, says so in one line, and gives it up on any input. */
async function main(): Promise<void> {
  const [dataDir = '', elsewhere] = process.argv.slice(2)
  const database = await startEmbeddedDatabase(dataDir, elsewhere ? { elsewhere } : {})
  process.stdout.write(`${database.url}\n`)
  await new Promise((resolve) => process.stdin.once('data', resolve))
  await database.release()
  process.exit(0)
}

main().catch((error: unknown) => {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
