import { type Env, env } from '@/lib/env'
import { log } from '@/lib/log'
import { type Geoip, openGeoip } from '@/lib/store/limits/geoip'

interface Reach {
  countries: ReadonlySet<string>
  hosting: ReadonlySet<number>
  geoip: Geoip
}

const holder = globalThis as typeof globalThis & { certificateServiceReach?: Reach | 'anywhere' }

/**
 * Opens the databases that spec part 9 needs. Called once, before the service listens.
 * @throws Error when SERVED_COUNTRIES is set and a database is missing or broken: the service must not start and let
 * everybody in
 */
export async function loadReach(config: Env): Promise<void> {
  if (config.SERVED_COUNTRIES.length === 0) {
    log.info('SERVED_COUNTRIES is not set: every endpoint can be reached from anywhere')
    holder.certificateServiceReach = 'anywhere'
    return
  }
  const { GEOIP_COUNTRY_DB: country, GEOIP_ANONYMOUS_DB: anonymous, GEOIP_ASN_DB: asn, HOSTING_ASNS: hosting } = config
  if (country === undefined) throw new Error('SERVED_COUNTRIES needs GEOIP_COUNTRY_DB, a MaxMind country database.')
  if (anonymous === undefined)
    throw new Error('SERVED_COUNTRIES needs GEOIP_ANONYMOUS_DB, a MaxMind Anonymous IP database.')
  if (hosting.length > 0 && asn === undefined)
    throw new Error('HOSTING_ASNS needs GEOIP_ASN_DB, a MaxMind ASN database.')
  holder.certificateServiceReach = {
    countries: new Set(config.SERVED_COUNTRIES),
    hosting: new Set(hosting),
    geoip: await openGeoip({ country, anonymous, asn }),
  }
}

/**
 * Whether the service serves an address: its country is served, and it belongs to no VPN, proxy or hosting provider
 * (interface.md part 8). An address that the country database does not know is not served.
 * @param address as normaliseAddress returns it
 * @throws Error when SERVED_COUNTRIES is set and loadReach was not called
 */
export function checkReach(address: string): 'served' | 'elsewhere' {
  const reach = holder.certificateServiceReach ?? (env().SERVED_COUNTRIES.length === 0 ? 'anywhere' : undefined)
  if (reach === 'anywhere') return 'served'
  if (reach === undefined) throw new Error('The reach databases were not loaded.')
  return isServed(reach, address) ? 'served' : 'elsewhere'
}

function isServed({ countries, hosting, geoip }: Reach, address: string): boolean {
  const country = geoip.country(address)
  if (country === null || !countries.has(country) || geoip.isAnonymous(address)) return false
  const system = geoip.autonomousSystem(address)
  return system === null || !hosting.has(system)
}
