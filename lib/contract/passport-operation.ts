import { exampleVerifyAnswer } from './examples'
import type { Operation } from './openapi/operation'
import { type PassportAnswer, passportAnswerShape, passportParams } from './passport'

const EXAMPLE_HANDLE = 'mzxw6ytboi4dkn3qgezdgnbvga'

/** A whole passport with one certificate. */
function examplePassport(baseUrl: string): PassportAnswer {
  const { certificate, verification } = exampleVerifyAnswer(baseUrl)
  const { serial, recipient, event, issuer, verification_url: url } = certificate
  const name = recipient.full_name
  return {
    success: true,
    passport: {
      ...{ handle: EXAMPLE_HANDLE, name, name_shown: true, verified_at: verification.verified_at },
      certificates: [{ serial, overall_status: 'verified', name, event, issuer, verification_url: url }],
    },
  }
}

/** The endpoint of holders' passports. */
export const PASSPORT_OPERATION: Operation = {
  id: 'getPassport',
  method: 'get',
  path: '/api/public/passports/{handle}',
  tag: 'Verification',
  summary: 'Passport',
  description:
    'The certificates that a holder chose to show, each checked for this answer, which counts as no check. Withdrawn ' +
    'are left out, replaced ones stand as their correction. It does not show that they belong to one person. With the ' +
    'name hidden there are no serials and links. One certificate that cannot be checked makes the whole answer 503.',
  group: 'passport',
  params: passportParams,
  exampleParams: { handle: EXAMPLE_HANDLE },
  answers: {
    200: { description: 'What the holder shows now.', shape: passportAnswerShape, example: examplePassport },
  },
  refusals: {
    404: 'There is no passport with this handle, or its holder does not show it.',
    503: 'The checks could not be completed just now. This says nothing about the certificates.',
  },
}
