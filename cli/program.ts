import { fstatSync } from 'node:fs'
import { main } from './main'
import { writeToEnd } from './write-to-end'

let isLost = false
// Without a listener, a reader that goes away (`certs --help | head`) would end the process in the middle of its work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || isLost) return
  isLost = true
  process.stderr.write(
    `The output could not be written (${error.message}). What was asked for may be done all the same.\n`,
  )
  process.exitCode = 1
})
process.stderr.on('error', () => undefined)
if (fstatSync(1).isFile()) writeToEnd(process.stdout, 1)

const code = await main(process.argv.slice(2))
process.exitCode = isLost ? 1 : code
