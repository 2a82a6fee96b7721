import { askedSerials } from '@/app/api/public/asked-serial'
import { LOOKUP_BODY_BYTES, lookupAnswerShape, lookupRequestShape } from '@/lib/contract/check/lookup'
import { endpoint } from '@/lib/http/endpoint'
import { lookUpCertificates } from '@/lib/service/check/look-up-certificates'
import { presentLookup } from '@/lib/service/check/present-lookup'
import { authenticateApiKey } from '@/lib/service/issuers/authenticate-api-key'
import { noteKeyLookup } from '@/lib/service/issuers/note-key-lookup'

/** Issuer lookup (interface.md 4.2). */
export const POST = endpoint(
  {
    group: 'issuer_lookup',
    key: authenticateApiKey,
    body: { shape: lookupRequestShape, maxBytes: LOOKUP_BODY_BYTES },
    response: lookupAnswerShape,
    failure: 'internal',
    // An answer takes half a megabyte to make; and the other connections stay free for public checks.
    atOnce: 2,
  },
  async ({ issuer, body, address }) => {
    const sent = askedSerials(body.serials)
    const items = await lookUpCertificates(issuer.issuerId, [...sent.keys()])
    noteKeyLookup({ ...issuer, address, serials: body.serials.length })
    return {
      success: true as const,
      certificates: presentLookup(items).map((one) => ({ ...one, serial: sent.get(one.serial) ?? one.serial })),
    }
  },
)
