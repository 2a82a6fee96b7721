import { main } from './main'

// Without a listener, a reader that goes away (`certs --help | head`) would end the process in the middle of its work.
process.stdout.on('error', () => undefined)

process.exitCode = await main(process.argv.slice(2))
