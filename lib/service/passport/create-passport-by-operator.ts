import { transaction } from '@/lib/store/database'
import { BY_OPERATOR } from '../acting'
import { createPassport, type NewPassport } from './create-passport'

/**
 * The operator makes a passport at a holder's request, of certificates of any issuer (definitions.md part 11).
 * @param published false: the public link answers only once the holder makes it public
 * @throws as `createPassport`
 */
export function createPassportByOperator(
  serials: readonly string[],
  { published = true }: { published?: boolean } = {},
): Promise<NewPassport> {
  return transaction((tx) => createPassport(tx, { serials, issuerId: null, published }, BY_OPERATOR))
}
