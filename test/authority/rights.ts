import type { SealedTable } from '@/lib/store/keys/sealed-tables'
import type { Right } from './right'
import { ISSUERS_RIGHTS } from './rights-of-issuers'
import { LOGS_RIGHTS } from './rights-of-log'
import { PEOPLES_RIGHTS } from './rights-of-people'
import { VISITORS_RIGHTS } from './rights-of-visitors'

/** How the rights are made, by the table that gives them. */
export const RIGHTS: Record<SealedTable, () => Promise<Right>> = {
  ...PEOPLES_RIGHTS,
  ...ISSUERS_RIGHTS,
  ...VISITORS_RIGHTS,
  ...LOGS_RIGHTS,
}
