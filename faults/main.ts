/**
 * `npm run test:faults`, `npm run test:faults -- NAME…`, `-- --short`: makes faults under load, one after the other,
 * and holds what the service did against what it promised. Ends with a table of figures, and with 1 where a promise
 * was broken.
 */
process.env.LOG_LEVEL ??= 'silent'
const { runSuite } = await import('./run-suite')
export {}

process.exit(await runSuite(process.argv.slice(2)))
