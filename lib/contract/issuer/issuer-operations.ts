import { failureShape } from '@/lib/contract/failure'
import type { Operation } from '@/lib/contract/openapi/operation'
import { issuerAnswerShape, issuersAnswerShape, issuersQuery, slugParams } from './issuer'
import { EXAMPLE_ISSUER_SLUG, exampleIssuer, exampleIssuers } from './issuer-examples'

/** The directory of issuers and their profiles. */
export const ISSUER_OPERATIONS: readonly Operation[] = [
  {
    id: 'findIssuers',
    method: 'get',
    path: '/api/public/issuers',
    tag: 'Issuers',
    summary: 'Issuer directory',
    description:
      'Every issuer of this service, or those that a search finds, in order of their names. An issuer whose domain nobody ' +
      'has verified is among them, and labelled so; a suspended one has `standing: "suspended"`.',
    group: 'issuer_directory',
    query: issuersQuery,
    exampleParams: { q: 'north', limit: '20' },
    answers: { 200: { description: 'A page of issuers.', shape: issuersAnswerShape, example: exampleIssuers } },
    refusals: {
      400: 'The search is too long, the limit is not between 1 and 100, or the cursor is none that was given.',
      503: 'The directory could not be read just now. This says nothing about any issuer.',
    },
  },
  {
    id: 'getIssuer',
    method: 'get',
    path: '/api/public/issuers/{slug}',
    tag: 'Issuers',
    summary: 'Issuer profile',
    description:
      'Who an issuer is: its verified domain with how and when it was verified, its keys and their states, and since when ' +
      'it is here. A slug that it had before leads to the one that it has now (308), and is never another’s.',
    group: 'issuer_profile',
    params: slugParams,
    exampleParams: { slug: EXAMPLE_ISSUER_SLUG },
    answers: {
      200: { description: 'The issuer as it stands now.', shape: issuerAnswerShape, example: exampleIssuer },
      308: {
        description: 'The issuer has another slug now; `location` is the path of its profile.',
        shape: failureShape,
        headers: ['location'],
      },
    },
    refusals: {
      404: 'No issuer matches.',
      503: 'The issuer’s record could not be checked just now. This says nothing about the issuer.',
    },
  },
]
