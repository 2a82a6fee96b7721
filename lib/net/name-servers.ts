import type { ResolverOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { env } from '@/lib/env'

/**
 * A resolver that asks the name servers of DNS_RESOLVERS, or the system's if none are configured.
 * @param servers others, with ports
 */
export function configuredResolver(
  options: ResolverOptions,
  servers: readonly string[] = env().DNS_RESOLVERS,
): Resolver {
  const resolver = new Resolver(options)
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}
