import type { Attack } from './attack-kind'
import { ATTACKS_ON_CONNECTIONS } from './attacks-on-connections'
import { ATTACKS_WITH_DOCUMENTS } from './attacks-with-documents'
import { ATTACKS_WITH_REQUESTS } from './attacks-with-requests'

/** Every attack of the siege, none of them being the first, for comparison. */
export const ATTACKS: readonly Attack[] = [
  { name: 'none', files: true, run: (besieger) => besieger.wait() },
  ...ATTACKS_ON_CONNECTIONS,
  ...ATTACKS_WITH_REQUESTS,
  ...ATTACKS_WITH_DOCUMENTS,
]
