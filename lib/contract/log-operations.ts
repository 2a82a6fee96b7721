import { z } from 'zod'
import type { Operation } from './openapi/operation'

const UNREAD = 'The files of the log could not be read just now.'
const NONE = 'This service has no public log, or the log has no such file.'

const tileParams = z.object({
  level: z
    .string()
    .max(7)
    .describe(
      'The level of the tile, from `0`; `entries` for the leaves themselves, each behind its length in two bytes',
    ),
  number: z
    .string()
    .max(64)
    .describe(
      'The number of the tile in groups of three digits, all but the last behind an `x` (`x011/234` is 11,234); while it is ' +
        'not full, with its width behind it: `042.p/7`. The slashes are part of the path, and are not escaped.',
    ),
})

/** The files of the public log (spec part 18, section 2), which a proxy alone could serve. */
export const LOG_OPERATIONS: readonly Operation[] = [
  {
    id: 'getLogCheckpoint',
    method: 'get',
    path: '/log/checkpoint',
    tag: 'Public log',
    summary: 'The newest checkpoint',
    description:
      'Origin, size and root hash of the log with the signatures of its key and of witnesses (C2SP tlog-checkpoint, signed-note, ' +
      'tlog-cosignature). `/log/checkpoint.witnessed` is the newest one that enough witnesses confirmed. Whoever keeps a checkpoint ' +
      'and finds a later one that does not go on from it has proved that the log was changed.',
    group: 'log',
    answers: { 200: { description: 'The signed note.', bodies: { 'text/plain': 'text' } } },
    refusals: { 404: NONE, 503: UNREAD },
  },
  {
    id: 'getLogKeys',
    method: 'get',
    path: '/log/vkeys',
    tag: 'Public log',
    summary: 'The keys of the log',
    description:
      'A line for each key, the present one first: the key as C2SP signed-note writes it, from when, and until when (or `-`). Keep a ' +
      'key once you have it from somebody else, such as the DNS (`_certificate-log`) or an issuer: a log that is changed can change this ' +
      'file too.',
    group: 'log',
    answers: { 200: { description: 'The keys.', bodies: { 'text/plain': 'text' } } },
    refusals: { 404: NONE, 503: UNREAD },
  },
  {
    id: 'getLogTile',
    method: 'get',
    path: '/log/tile/{level}/{number}',
    tag: 'Public log',
    summary: 'A tile of the log, or a bundle of its leaves',
    description:
      'Hashes of the tree, 256 in a full tile, or the leaves (C2SP tlog-tiles). A leaf of a certificate is sealed and names nobody: ' +
      'only whoever has the certificate’s serial can ask for what opens it (`proveInLog`). `certs log verify` reads a whole log.',
    group: 'log',
    params: tileParams,
    exampleParams: { level: 'entries', number: '042.p/7' },
    answers: { 200: { description: 'The bytes.', bodies: { 'application/octet-stream': 'bytes' } } },
    refusals: { 404: NONE, 503: UNREAD },
  },
]
