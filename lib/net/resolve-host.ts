import { configuredResolver } from './name-servers'

/**
 * Asks DNS once for the addresses of a name. Not the system's resolver: that one also reads the hosts file and the
 * search domains, and a slow answer holds a thread that files and keys need.
 * @param host a full name
 * @param signal ends the question
 * @param servers name servers with ports; DNS_RESOLVERS, or the system's, when left out
 * @returns all IPv4 and IPv6 addresses
 * @throws Error when neither question was answered with an address
 */
export async function resolveHost(host: string, signal: AbortSignal, servers?: readonly string[]): Promise<string[]> {
  const resolver = configuredResolver({ timeout: 1500, tries: 2 }, servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw new Error(`no address of ${host}`, { cause: answers })
    return addresses
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
