/** Without a listener, a reader that goes away (`npm run demo | head`) would end the process, and leave its database running. */
export function goOnWithoutReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
