import { openBadgeShape, statusListShape } from '@/lib/contract/check/credential-shape'
import { EXAMPLE_SERIAL } from '@/lib/contract/examples'
import { FILE_REFUSALS, fileAnswers, fileHeaders } from '@/lib/contract/file-headers'
import type { Operation } from '@/lib/contract/openapi/operation'
import { refParams } from '@/lib/contract/ref-params'
import { openBadgeQuery, statusListParams } from './open-badge'

const NOT_FOUND =
  'No certificate has this serial or id (`no_such_certificate`), or the text is neither (`not_a_serial`).'
const GONE = 'The certificate was withdrawn or replaced, or fails its check; its files are no longer served.'
const BADGE_BODIES = {
  'application/ld+json': openBadgeShape,
  'text/plain': 'text',
  'image/png': 'bytes',
  'image/svg+xml': 'bytes',
} as const

/** The certificate as an Open Badge, and the other documents that a reader of badges fetches. */
export const OPEN_BADGE_OPERATIONS: readonly Operation[] = [
  {
    id: 'getOpenBadge',
    method: 'get',
    path: '/api/public/credentials/{ref}/openbadge',
    tag: 'Files',
    summary: 'The certificate as an Open Badge',
    description:
      'An Open Badge 3.0. `jsonld` (the default): JSON-LD with an `eddsa-rdfc-2022` proof, as it was signed at issue; ' +
      '`jwt`: the compact form, ES256; `png` and `svg`: the badge image of the event with the JSON-LD form baked in. Has an ' +
      '`etag` and a `repr-digest`, and answers conditional and range requests. The status of the certificate is decided first.',
    group: 'open_badge_export',
    params: refParams,
    query: openBadgeQuery,
    exampleParams: { ref: EXAMPLE_SERIAL, format: 'jsonld' },
    headers: fileHeaders,
    answers: fileAnswers('The badge.', BADGE_BODIES),
    refusals: {
      400: 'There is no such format.',
      404: NOT_FOUND,
      409: 'The event has no badge image of this kind. `available_formats` lists the formats that there are; `jsonld` is always among them.',
      410: GONE,
      ...FILE_REFUSALS,
      503: 'The badge could not be made just now, or the limit could not be counted.',
    },
  },
  {
    id: 'refreshOpenBadge',
    method: 'get',
    path: '/api/public/credentials/{ref}/refresh',
    tag: 'Files',
    summary: 'The badge as it stands now',
    description:
      'The `refreshService` of every badge: the current correction as JSON-LD, whichever certificate of the chain is ' +
      'named. The same bytes as its export.',
    group: 'signed_credential',
    params: refParams,
    exampleParams: { ref: EXAMPLE_SERIAL },
    headers: fileHeaders,
    answers: fileAnswers('The current badge.', { 'application/ld+json': openBadgeShape }),
    refusals: { 404: NOT_FOUND, 410: 'The certificate was withdrawn, or fails its check.', ...FILE_REFUSALS },
  },
  {
    id: 'getStatusList',
    method: 'get',
    path: '/api/public/status/{list}',
    tag: 'Files',
    summary: 'A status list',
    description:
      'The list that the `credentialStatus` of a badge names: a BitstringStatusListCredential, signed by the issuer ' +
      '(`eddsa-rdfc-2022`, or ES256 for who accepts `application/vc+jwt`), made for each request from what is committed. ' +
      'The bit of a withdrawn and of a replaced certificate is set; that an issuer is suspended stands in no list.',
    group: 'signed_credential',
    params: statusListParams,
    exampleParams: { list: '3d6f0a1e-64c1-4a0e-9f0f-8f6f4c9f3b52' },
    answers: {
      200: {
        description: 'The list as it stands now.',
        bodies: { 'application/vc': statusListShape, 'application/vc+jwt': 'text' },
      },
    },
    refusals: {
      404: 'There is no such status list.',
      503: 'The list cannot be told just now. This says nothing about any certificate.',
    },
  },
]
