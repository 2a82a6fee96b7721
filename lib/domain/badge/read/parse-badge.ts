import { DuplicateKeyError, parseStrictJson, TooDeepError } from '@/lib/crypto/encoding/strict-json'
import { parseCompactJws } from '@/lib/crypto/signature/compact-jws'
import type { Badge } from '@/lib/domain/badge/badge'
import type { BadgeErrorCode, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { isOpenBadges2 } from '@/lib/domain/badge/open-badges-2'
import { badgeExcess } from './badge-excess'
import { credentialOfPayload } from './credential-of-payload'
import { decodeUtf8 } from './decode-utf8'

/** A badge, or why the text is none. `check` says to which check the finding belongs. */
type ParseResult =
  | { kind: 'parsed'; badge: Badge }
  | { kind: 'refused'; check: 'parse' | 'format'; finding: BadgeFinding }

type Parsed = { object: Record<string, unknown> } | Extract<ParseResult, { kind: 'refused' }>

const MAX_DEPTH = 64
/** Base64url of `{"`, and of `{` before white space: how every JOSE header begins. */
const JWS_START = /^\s*e[wy][\w-]*\./
const URL_ALONE = /^https?:\/\/\S+$/

/**
 * Reads the text of a credential, strictly: JSON (RFC 8259) without members named twice, at most 64 levels deep, or a
 * compact JWS (RFC 7515) that re-encodes to itself and has nothing before or after it. Nothing is verified.
 * @param text what `unbakeBadge` gave
 * @param container what held it
 */
export function parseBadge(text: string, container: Badge['container']): ParseResult {
  // Hosted badges of Open Badges 1 and 2 are baked as nothing but their address.
  if (container !== 'none' && URL_ALONE.test(text)) return refused('open_badges_2', 'only the address of a badge')
  if (JWS_START.test(text)) return parseJwsBadge(text, container)
  const parsed = parseObject(text)
  if ('kind' in parsed) return parsed
  return recognised({ container, format: 'jsonld', credential: parsed.object, jws: null })
}

function parseJwsBadge(text: string, container: Badge['container']): ParseResult {
  const jws = parseCompactJws(text)
  if (jws === null) return refused('malformed_jws')
  const payload = decodeUtf8(jws.payload)
  if (payload === null) return refused('malformed_jws', 'the payload is not UTF-8')
  const parsed = parseObject(payload)
  if ('kind' in parsed) return parsed
  return recognised({
    container,
    format: 'jwt',
    credential: credentialOfPayload(parsed.object),
    jws: { compact: text, header: jws.header, payload: parsed.object },
  })
}

function recognised(badge: Badge): ParseResult {
  return isOpenBadges2(badge.credential) ? refused('open_badges_2') : { kind: 'parsed', badge }
}

function parseObject(text: string): Parsed {
  try {
    const value = parseStrictJson(text, { maxDepth: MAX_DEPTH })
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('not_an_object')
    const excess = badgeExcess(value as Record<string, unknown>)
    return excess ? refused(...excess) : { object: value as Record<string, unknown> }
  } catch (error) {
    if (error instanceof DuplicateKeyError) return refused('duplicate_key')
    if (error instanceof TooDeepError) return refused('too_deep')
    if (error instanceof SyntaxError) return refused('malformed_json', error.message)
    throw error
  }
}

function refused(code: BadgeErrorCode, detail: string | null = null): Extract<ParseResult, { kind: 'refused' }> {
  const check = code === 'open_badges_2' ? 'format' : 'parse'
  return { kind: 'refused', check, finding: makeFinding(code, '$', detail) }
}
