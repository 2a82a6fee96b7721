import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestCluster } from './cluster'

/**
 * Opens a loopback port that answers with the test cluster as JSON, starting it at the first question.
 * @returns the address to ask at, and `stop`, which ends the cluster if one was started
 */
export async function startClusterBroker(): Promise<{ address: string; stop: () => Promise<void> }> {
  let cluster: ReturnType<typeof startTestCluster> | undefined
  const server = createServer((_request, response) => {
    cluster ??= startTestCluster()
    cluster.then(
      ({ url, adminUrl, template }) => response.end(JSON.stringify({ url, adminUrl, template })),
      (cause: unknown) => response.writeHead(500).end(cause instanceof Error ? cause.stack : String(cause)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      const started = await cluster?.catch(() => undefined)
      await started?.stop()
    },
  }
}
