/** Next calls this once, before it answers anything: what `npm start` does in `server/main.ts`. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node')).startUnderNext()
}
