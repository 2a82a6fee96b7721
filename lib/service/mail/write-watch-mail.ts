import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { endsWatch } from '@/lib/domain/watch/watch-change'
import { env } from '@/lib/env'
import { type CheckedSerial, checkCertificate } from '@/lib/service/check/check-certificate'
import { decryptRequest } from '@/lib/service/watch/encrypt-watch'
import { watchSecretHash } from '@/lib/service/watch/watch-links'
import { workingPool } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findWatchRequest } from '@/lib/store/watch/watch-requests'
import { findSerialsOf, findWatchedVersions, type WatchedVersion } from '@/lib/store/watch/watched-certificates'
import type { MailContent } from './mail-content'
import type { MailVoice, MailWords } from './mail-words'
import { watchNoticeWords, watchRequestWords } from './watch-mail-words'

type RequestContent = Extract<MailContent, { kind: 'watch_request' }>
type NoticeContent = Extract<MailContent, { kind: 'watch_notice' }>
type Written = Promise<MailWords | { dropped: string }>
type Versions = Map<string, WatchedVersion>

/** The most certificates that one message names; the others are on the watcher's page. */
const MOST_NAMED = 20

/**
 * Writes the message that a request is confirmed by. It names serials of genuine certificates and nothing that the asker
 * has written: nobody can have us send words of theirs.
 * @throws ServiceError `unavailable` when they cannot be checked now
 */
export async function writeWatchRequest({ requestId, confirmLink }: RequestContent, voice: MailVoice): Written {
  const request = await findWatchRequest(workingPool(), requestId)
  const requested = request?.sealed == null ? null : decryptRequest(request.sealed, request.id, keyEncryptionKey())
  if (request === null || requested === null) return { dropped: 'ran_out' }
  // A reader may know none but the version that was asked for.
  const ids = requested.watches.map(({ askedId, certificateId }) => askedId ?? certificateId)
  const checked = await checkById(ids.slice(0, MOST_NAMED))
  const named = [...checked.values()].flatMap((one) => nameOf(one, voice) ?? [])
  if (named.length === 0) return { dropped: 'no_certificate' }
  const unnamed = ids.length - checked.size
  return watchRequestWords({ named, unnamed, confirmLink, until: request.expiresAt }, voice)
}

/**
 * Writes what somebody is told, from what the certificates' checks say now: what does not hold any more is left out, and so is what
 * they watch no more.
 * @throws ServiceError `unavailable` when one cannot be checked now: it waits
 */
export async function writeWatchNotice({ events: queued, secret, last }: NoticeContent, voice: MailVoice): Written {
  const { events, versions } = await stillWatched(queued, secret)
  const told: { text: string; link: string }[] = []
  let from = 0
  // Those that hold no more may come first, and must not take those that do with them.
  for (; from < events.length && told.length < MOST_NAMED; from += MOST_NAMED)
    told.push(...(await holding(events.slice(from, from + MOST_NAMED), versions, voice)))
  if (told.length === 0) return { dropped: 'not_so_any_more' }
  const unnamed = Math.max(0, told.length - MOST_NAMED) + Math.max(0, events.length - from)
  return watchNoticeWords({ told: told.slice(0, MOST_NAMED), unnamed, secret, last }, voice)
}

/**
 * Events of what somebody watches still, or has watched until this message ends it. Of several replacements of one certificate,
 * which came together while the message waited, the first alone: it leads from the version that they know to the current one.
 */
async function stillWatched(
  queued: readonly Event[],
  secret: string,
): Promise<{ events: Event[]; versions: Versions }> {
  const ids = queued.map(({ certificateId }) => certificateId)
  const versions = await findWatchedVersions(workingPool(), watchSecretHash('list', secret), ids)
  const lineageOf = ({ certificateId }: Event) => versions.get(certificateId)?.lineageId
  const ended = new Set(queued.filter(({ change }) => endsWatch(change)).map(lineageOf))
  const replaced = new Set<string>()
  const events = queued.filter((event) => {
    const version = versions.get(event.certificateId)
    if (!version || !(version.watched || ended.has(version.lineageId))) return false
    if (event.change !== 'replaced') return true
    return !replaced.has(version.lineageId) && Boolean(replaced.add(version.lineageId))
  })
  return { events, versions }
}

/** What there is to say of events that hold now. */
async function holding(
  events: readonly Event[],
  versions: Versions,
  voice: MailVoice,
): Promise<{ text: string; link: string }[]> {
  const checked = await checkAll(events.flatMap(({ certificateId }) => versions.get(certificateId)?.serial ?? []))
  return events.flatMap((event) => {
    const one = checked.get(event.certificateId)
    const text = one && sentenceOf(event, one, voice)
    return one && text ? [{ text, link: verificationUrl(env().BASE_URL, serialOf(one)) }] : []
  })
}

/** The checks of certificates, by their ids; none of one that was erased. */
async function checkById(ids: readonly string[]): Promise<Map<string, CheckedSerial>> {
  const serials = await findSerialsOf(workingPool(), ids)
  return checkAll([...serials.values()])
}

async function checkAll(serials: readonly string[]): Promise<Map<string, CheckedSerial>> {
  const checks = await Promise.all([...new Set(serials)].map((serial) => checkCertificate(serial)))
  return new Map(checks.flatMap((one) => (one ? [[one.certificateId, one]] : [])))
}

function genuine({ judgement: { certificate } }: CheckedSerial): GenuineCertificate | null {
  return certificate.kind === 'genuine' ? certificate : null
}

function serialOf(checked: CheckedSerial): string {
  const { certificate } = checked.judgement
  return certificate.kind === 'genuine' ? certificate.content.serial : certificate.serial
}

type Event = NoticeContent['events'][number]

/** A certificate, as a request names it: one that was replaced with the current one. */
function nameOf(checked: CheckedSerial, voice: MailVoice): string | null {
  const certificate = genuine(checked)
  if (certificate === null) return null
  return replacedSentence(checked, voice) ?? voice.say('mail.serial', { serial: certificate.content.serial })
}

/** Null of what was not replaced. */
function replacedSentence(checked: CheckedSerial, { say }: MailVoice): string | null {
  const [certificate, next] = [genuine(checked), checked.replacement?.certificate]
  return certificate && next?.kind === 'genuine'
    ? say('mail.watch.replaced', { serial: certificate.content.serial, current: next.content.serial })
    : null
}

/** What there is to say of a change; null where its check does not say so, or the record fails it. */
function sentenceOf(event: Event, checked: CheckedSerial, voice: MailVoice): string | null {
  const certificate = genuine(checked)
  if (certificate === null) return null
  if (endsWatch(event.change)) return lastSentence(certificate, checked, voice)
  const { change, until } = event
  const { say, formatDate } = voice
  const { overallStatus } = checked.judgement
  const { serial, expiresAt } = certificate.content
  const day = (time: number) => formatDate(new Date(time))
  switch (change) {
    case 'replaced':
      return replacedSentence(checked, voice)
    case 'issuer_suspended':
      return overallStatus === 'issuer_suspended' ? say('mail.watch.suspended', { serial }) : null
    case 'issuer_resumed':
      return overallStatus === 'verified' ? say('mail.watch.resumed', { serial }) : null
    case 'ending':
      return overallStatus === 'verified' && expiresAt !== null
        ? say('mail.watch.ending', { serial, day: day(expiresAt) })
        : null
    case 'lapsing':
      return until === undefined ? null : say('mail.watch.lapsing', { serial, day: day(Date.parse(until)) })
    default:
      return null
  }
}

/** The last word on a certificate whose watch has ended: nothing else is told of it, so that it is what the check says now. */
function lastSentence(
  { folded, content: { serial, expiresAt } }: GenuineCertificate,
  checked: CheckedSerial,
  voice: MailVoice,
): string | null {
  const { say, formatDate } = voice
  if (folded.status === 'withdrawn') return say('mail.watch.withdrawn', { serial })
  if (folded.status === 'superseded') return replacedSentence(checked, voice)
  // Also where its issuer was suspended since.
  return expiresAt !== null && expiresAt <= checked.checkedAt
    ? say('mail.watch.expired', { serial, day: formatDate(new Date(expiresAt)) })
    : null
}
