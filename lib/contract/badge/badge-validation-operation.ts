import { z } from 'zod'
import { fileForm } from '@/lib/contract/file-headers'
import type { Operation } from '@/lib/contract/openapi/operation'
import { BADGE_CHECKS } from './badge-codes'
import { BADGE_BYTES, type BadgeValidationAnswer, badgeValidationAnswerShape } from './badge-validation'

const JSON_BADGE = z.looseObject({})
const BODIES = {
  'application/json': JSON_BADGE,
  'application/ld+json': JSON_BADGE,
  'application/vc': JSON_BADGE,
  'application/vc+jwt': 'text',
  'text/plain': 'text',
  'image/png': 'bytes',
  'image/svg+xml': 'bytes',
  'multipart/form-data': fileForm,
} as const

/** The validation of badges of any issuer. */
export const BADGE_VALIDATION_OPERATION: Operation = {
  id: 'validateOpenBadge',
  method: 'post',
  path: '/api/public/openbadges/validate',
  tag: 'Verification',
  summary: 'Validate an Open Badge',
  description:
    'Checks an Open Badge 3.0 of any issuer: JSON-LD with Data Integrity proofs, a compact JWS, or a PNG or SVG picture ' +
    'with either baked in. Send the badge itself (256 KiB of text, 1 MiB with a picture), or a form with the part `file`; ' +
    'never an address. Every check that can run runs. Endorsements within it are verified like badges, one level deep, ten ' +
    'at most, with 24 fetches and ten seconds for all; 16 signatures at most. ' +
    'The badge is to be accepted only when `validation.valid` is true. `valid` alone names nobody: anybody can sign a ' +
    'badge and write any name into it. Read `validation.issuer.identity`: `resolved` is whoever controls the address in ' +
    '`issuer.id`, `ours` an issuer of this service; `impersonation_suspected` goes by the name of one and is not shown to ' +
    'be it, and where that one has a verified domain the badge is not valid (`issuer_look_alike`). Not counted as a check ' +
    'of a certificate.',
  group: 'open_badge_validation',
  body: { maxBytes: BADGE_BYTES, bodies: BODIES },
  answers: {
    200: { description: 'The badge is valid.', shape: badgeValidationAnswerShape, example: exampleValid },
    422: {
      description: 'The badge is not valid. Read `validation.errors`.',
      shape: badgeValidationAnswerShape,
      example: exampleExpired,
    },
  },
  refusals: {
    400: 'What was sent cannot be read as a badge: neither JSON nor a JWS, or a picture without one.',
    413: 'It is larger than 256 KiB of text, or 1 MiB with a picture.',
    503:
      'Nothing is wrong with the badge, but a key or a status list, its own or that of an endorsement in it, could not be ' +
      'reached just now. Never treat it as valid.',
  },
}

const DID = 'did:web:college.example'

function exampleValid(): BadgeValidationAnswer {
  return {
    success: true,
    validation: {
      valid: true,
      format: 'jsonld',
      data_model: 'vcdm_2_0',
      securing: 'data_integrity',
      algorithm: 'eddsa-rdfc-2022',
      issuer: { id: DID, name: 'Northshore Maritime College', method: 'did:web', identity: 'resolved' },
      credential: {
        id: 'urn:uuid:0b9f2a52-6f0e-4c58-9d3a-4f1f6b7b2c11',
        name: 'Basic Safety Training',
        valid_from: '2025-11-05T09:00:00.000Z',
        valid_until: '2026-11-05T23:59:59.000Z',
      },
      checks: BADGE_CHECKS.map((id) => ({
        id,
        status: ['unbake', 'record', 'status'].includes(id) ? 'not_applicable' : 'passed',
        message: `The check of ${id}.`,
      })),
      errors: [],
      warnings: [],
      validated_at: '2026-11-01T14:07:32.118Z',
    },
  }
}

function exampleExpired(): BadgeValidationAnswer {
  const { validation } = exampleValid()
  const message = 'It has expired. (2026-11-05T23:59:59.000Z)'
  return {
    success: false,
    error: message,
    validation: {
      ...validation,
      valid: false,
      checks: validation.checks.map((check) =>
        check.id === 'dates' ? { ...check, status: 'failed', message } : check,
      ),
      errors: [{ code: 'expired', path: '$.validUntil', message }],
      validated_at: '2026-11-20T14:07:32.118Z',
    },
  }
}
