import { type AnonymousIPResponse, type AsnResponse, type CountryResponse, Reader, type Response } from 'maxmind'
import { readFile } from 'node:fs/promises'

/** The facts about an address in the MaxMind databases. */
export interface Geoip {
  /** Two letters, or null when the database does not know the address or its country. */
  country(address: string): string | null
  /** True for VPNs, proxies, Tor exits and hosting providers. */
  isAnonymous(address: string): boolean
  /** Number of the autonomous system, or null when unknown or without that database. */
  autonomousSystem(address: string): number | null
}

/** Where the databases lie. */
interface GeoipFiles {
  country: string
  anonymous: string
  asn?: string
}

/**
 * Opens the MaxMind databases (spec part 9) and reads them into memory.
 * @throws Error a sentence that names the variable whose database is missing, broken or of another kind
 */
export async function openGeoip(files: GeoipFiles): Promise<Geoip> {
  const country = await open<CountryResponse>('GEOIP_COUNTRY_DB', files.country, /Country|City|Enterprise/)
  const anonymous = await open<AnonymousIPResponse>('GEOIP_ANONYMOUS_DB', files.anonymous, /Anonymous/)
  const asn = files.asn === undefined ? null : await open<AsnResponse>('GEOIP_ASN_DB', files.asn, /ASN|ISP|Enterprise/)
  return {
    country: (address) => country.get(address)?.country?.iso_code ?? null,
    isAnonymous: (address) => Object.values(anonymous.get(address) ?? {}).includes(true),
    autonomousSystem: (address) => asn?.get(address)?.autonomous_system_number ?? null,
  }
}

async function open<T extends Response>(variable: string, path: string, kind: RegExp): Promise<Reader<T>> {
  let reader: Reader<T>
  try {
    reader = new Reader<T>(await readFile(path))
    // A file that was cut short fails only when it is read: walk both halves of the tree once.
    reader.get('192.0.2.1')
    reader.get('81.2.69.160')
  } catch (cause) {
    throw new Error(`${variable} cannot be read as a MaxMind database.`, { cause })
  }
  if (!kind.test(reader.metadata.databaseType)) {
    throw new Error(`${variable} is a database of another kind: ${reader.metadata.databaseType}.`)
  }
  return reader
}
