import { EXAMPLE_SERIAL, exampleVerifyAnswer } from './examples'
import { FILE_REFUSALS, fileAnswers, fileHeaders } from './file-headers'
import { fingerprintParams, type ManifestAnswer, manifestAnswerShape } from './manifest'
import type { MediaBody, Operation } from './openapi/operation'
import { refParams } from './ref-params'

const EXAMPLE_FINGERPRINT = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const EXAMPLE_ID = '0b9f2a52-6f0e-4c58-9d3a-4f1f6b7b2c11'
const NOT_FOUND =
  'No certificate has this serial or id (`no_such_certificate`), or the text is neither (`not_a_serial`).'
const GONE = 'The certificate was withdrawn or replaced, or fails its check; its files are no longer served.'

/** A file of a certificate, served as it was stored. */
function file(
  name: 'pdf' | 'jpeg' | 'signed',
  group: string,
  bodies: Readonly<Record<string, MediaBody>>,
  summary: string,
  text: string,
): Operation {
  return {
    id: `get${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
    method: 'get',
    path: `/api/public/credentials/{ref}/${name}`,
    tag: 'Files',
    summary,
    description:
      `${text} Has an \`etag\` and a \`repr-digest\`, and answers conditional and range requests. The status of the ` +
      'certificate is decided first: a withdrawn one is 410, never 304.',
    group,
    params: refParams,
    headers: fileHeaders,
    exampleParams: { ref: EXAMPLE_SERIAL },
    answers: fileAnswers('The stored bytes.', bodies),
    refusals: { 404: NOT_FOUND, 410: GONE, ...FILE_REFUSALS },
  }
}

const MANIFEST_TEXT =
  'Every file that was ever made of the certificate, with its SHA-256, and the same signed by the service. Holds no ' +
  'recipient data and no verdict; given for a withdrawn certificate too, whose files are no longer served.'

const manifestAnswer = {
  description: 'The files, and the same as a signed token.',
  shape: manifestAnswerShape,
  example: exampleManifest,
}

/** The files of a certificate, by the certificate or by their fingerprints. */
export const FILE_OPERATIONS: readonly Operation[] = [
  file(
    'pdf',
    'certificate_pdf',
    { 'application/pdf': 'bytes' },
    'The certificate as a PDF',
    'The PDF as it was made at issue.',
  ),
  file(
    'jpeg',
    'certificate_jpeg',
    { 'image/jpeg': 'bytes' },
    'The certificate as a picture',
    'The same page as a JPEG.',
  ),
  file(
    'signed',
    'signed_credential',
    { 'application/vc+jwt': 'text' },
    'The signed credential',
    'The W3C Verifiable Credential as the issuer signed it: a compact JWS, ES256, `typ: vc+jwt`, whose claims `iss` and ' +
      '`exp` repeat the credential’s issuer and end. Those signed before these claims were added have none.',
  ),
  {
    id: 'getManifest',
    method: 'get',
    path: '/api/public/credentials/{ref}/manifest',
    tag: 'Files',
    summary: 'The files of a certificate',
    description: MANIFEST_TEXT,
    group: 'artifact_manifest',
    params: refParams,
    exampleParams: { ref: EXAMPLE_SERIAL },
    answers: { 200: manifestAnswer },
    refusals: { 404: NOT_FOUND, 410: 'The record fails its check; nothing is said of its files.' },
  },
  {
    id: 'findByFingerprint',
    method: 'get',
    path: '/api/public/artifacts/{fingerprint}',
    tag: 'Files',
    summary: 'Whose file is this?',
    description: `Finds the certificate that a file belongs to by the file’s SHA-256. ${MANIFEST_TEXT} A match is no verdict: verify the certificate.`,
    group: 'artifact_manifest',
    params: fingerprintParams,
    exampleParams: { fingerprint: EXAMPLE_FINGERPRINT },
    answers: { 200: manifestAnswer },
    refusals: {
      400: 'The fingerprint is not 64 hexadecimal digits.',
      404: 'No file of ours has this fingerprint.',
      410: 'The record fails its check; nothing is said of its files.',
    },
  },
]

/** A whole manifest. */
function exampleManifest(baseUrl: string): ManifestAnswer {
  const pdf = {
    type: 'pdf' as const,
    media_type: 'application/pdf',
    size: 68_412,
    sha256: EXAMPLE_FINGERPRINT,
    created_at: '2026-11-05T09:00:00.412Z',
    state: 'current' as const,
    url: `${baseUrl}/api/public/credentials/${EXAMPLE_ID}/pdf`,
  }
  const did = 'did:web:verify.example.org:issuers:5f0c1c0e-31ab-4dc5-9d58-5a4d1f8f2a77'
  return {
    success: true,
    certificate: { id: EXAMPLE_ID, serial: EXAMPLE_SERIAL, status: 'issued' },
    artifacts: [pdf],
    matched_artifact: pdf,
    issuer: { did, key_ids: [`${did}#oKJk8Yw3cLwVbA0e2J0nC1u7b8mXqz5Qm2r6fYtT9xE`] },
    log: exampleVerifyAnswer(baseUrl).log,
    manifest_jwt: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImFydGlmYWN0LW1hbmlmZXN0K2p3dCJ9…',
  }
}
