import { asArray } from '@/lib/domain/badge/read/as-array'

export type DataModel = 'vcdm_2_0' | 'vcdm_1_1'

/** Context of the Verifiable Credentials Data Model 2.0. */
export const CREDENTIALS_V2 = 'https://www.w3.org/ns/credentials/v2'
/** Context of the Verifiable Credentials Data Model 1.1. */
export const CREDENTIALS_V1 = 'https://www.w3.org/2018/credentials/v1'

/** Which data model a credential is written in, by the first of the two contexts that it names; null when by neither. */
export function dataModelOf(credential: Record<string, unknown>): DataModel | null {
  const contexts = asArray(credential['@context'])
  const first = contexts.find((context) => context === CREDENTIALS_V2 || context === CREDENTIALS_V1)
  if (first === undefined) return null
  return first === CREDENTIALS_V2 ? 'vcdm_2_0' : 'vcdm_1_1'
}
