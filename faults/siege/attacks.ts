import { ATTACKS_ON_CONNECTIONS } from './attacks-on-connections'
import { ATTACKS_WITH_DOCUMENTS } from './attacks-with-documents'
import { ATTACKS_WITH_REQUESTS } from './attacks-with-requests'
import type { Besieger } from './besieger'

/** Something that a stranger does to a service for a while, over at most two hundred connections. */
export interface Attack {
  name: string
  /** Whether a bystander checks files as well. */
  files?: boolean
  /** Addresses that it comes from; one. */
  addresses?: number
  run(besieger: Besieger): Promise<void>
}

/** Every attack of the siege, none of them being the first, for comparison. */
export const ATTACKS: readonly Attack[] = [
  { name: 'none', files: true, run: (besieger) => besieger.wait() },
  ...ATTACKS_ON_CONNECTIONS,
  ...ATTACKS_WITH_REQUESTS,
  ...ATTACKS_WITH_DOCUMENTS,
]
