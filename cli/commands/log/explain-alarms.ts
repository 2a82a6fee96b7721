import type { LogAlarm, LogAlarmCode } from '@/lib/domain/log/watch/log-alarm'

/** What each alarm means to somebody who knows none of the formats. */
const MEANINGS: Record<LogAlarmCode, string> = {
  checkpoint: 'There is no checkpoint under a key that you trust. Without one, nothing in the log is vouched for.',
  not_witnessed: 'Those who are to confirm the log have not: it may show them another one.',
  bundle: 'Entries are missing or damaged: nobody can tell what they said.',
  tile: 'Hashes are missing or changed: the log does not prove what it says.',
  root: 'The entries are not those that the log has signed for: some were changed, put in or left out.',
  leaf: 'An entry says what none may say, or stands where it cannot.',
  tag_twice: 'A certificate has two entries where it can have one: two histories.',
  fork: 'The log says something else today than it said before. Keep both notes: together they convict it.',
  shrunk: 'Entries that were there are gone. Keep both notes: together they convict it.',
  stale: 'Nobody has confirmed the log for a day: what you see may be old.',
  backdated: 'An entry claims to be older than it can be.',
  unknown_key: 'Ask the service by another way whether this key is its own before you add it to your policy.',
  key_in_dns:
    'The log and the DNS name different keys: one of the two is not written by who runs the service. Ask them which.',
  look_alike: 'Somebody issues under a name or domain that could be taken for another’s.',
  list_lost_bit: 'A certificate that was shown as withdrawn is shown as good again.',
  not_known: 'A certificate was issued in the issuer’s name, and the issuer does not know it.',
}

/** What these alarms mean, each kind once, in their order. */
export function explainAlarms(alarms: readonly Pick<LogAlarm, 'code'>[]): string[] {
  return [...new Set(alarms.map(({ code }) => MEANINGS[code]))]
}
