import { BY_OPERATOR } from '@/lib/service/issue/acting'
import { transaction } from '@/lib/store/database/database'
import { requireMail } from '../mail/enqueue-mail'
import { mailPassportLinks } from '../mail/mail-passport-links'
import { createPassport, type NewPassport } from './create-passport'

/** A passport that was just created, and whether its links are mailed to the holder. */
interface PassportByOperator extends NewPassport {
  mailed: boolean
}

/**
 * The operator makes a passport at a holder's request, of certificates of any issuer (spec part 11).
 * @param options `published` false: the public link answers only once the holder makes it public; `notify` sends the
 *   links to the address of the certificates, which must be one and the same: whoever has the links may do everything
 * @throws as `createPassport`; ServiceError `malformed` when there is no such address, or no mail can be sent
 */
export function createPassportByOperator(
  serials: readonly string[],
  { published = true, notify = false }: { published?: boolean; notify?: boolean } = {},
): Promise<PassportByOperator> {
  if (notify) requireMail()
  return transaction(async (tx) => {
    const made = await createPassport(tx, { serials, issuerId: null, published }, BY_OPERATOR)
    return { ...made, mailed: notify && (await mailPassportLinks(tx, made)) }
  })
}
