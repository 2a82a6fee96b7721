import { passportAnswerShape, passportParams } from '@/lib/contract/passport'
import { ServiceError } from '@/lib/errors'
import { endpoint } from '@/lib/http/endpoint'
import { refusePrefetch } from '@/lib/http/limits/check-purpose'
import { getPassport } from '@/lib/service/passport/get-passport'

/** A holder's chosen certificates (spec part 5). One answer for unknown, private and deleted. */
export const GET = endpoint(
  {
    group: 'passport',
    params: passportParams,
    response: passportAnswerShape,
    headers: { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
  },
  async ({ request, params }) => {
    refusePrefetch(request)
    const passport = await getPassport(params.handle)
    if (!passport) throw new ServiceError('not_found', 'There is no passport at this address.')
    return { success: true, passport }
  },
)
