import { unsubscribeUrl, watchListUrl } from '@/lib/service/watch/watch-links'
import type { MailVoice, MailWords } from './mail-words'

/** What the message says that a request is confirmed by: what is said of genuine certificates, and nothing that the asker wrote. */
export function watchRequestWords(
  {
    named,
    unnamed,
    confirmLink,
    until,
  }: { named: readonly string[]; unnamed: number; confirmLink: string; until: Date },
  { say, formatMoment }: MailVoice,
): MailWords {
  return {
    subject: say('mail.watchRequest.subject'),
    paragraphs: [
      { text: say('mail.watchRequest.sentence') },
      ...named.map((text) => ({ text })),
      ...furtherOnes(unnamed, say),
      { text: say('mail.watchRequest.confirm', { moment: formatMoment(until) }) },
      { link: confirmLink },
      { text: say('mail.watchRequest.ignore') },
    ],
    why: say('mail.why.watchRequest'),
  }
}

/** What somebody is told: a sentence and the address of its certificate for each change. */
interface WatchNotice {
  told: readonly { text: string; link: string }[]
  /** How many more there are. */
  unnamed: number
  /** Of the private link. */
  secret: string
  /** Whether the address is forgotten with it. */
  last: boolean
}

/** The words of a notice; its subject is its one sentence, where it has one. */
export function watchNoticeWords({ told, unnamed, secret, last }: WatchNotice, { say }: MailVoice): MailWords {
  const [first] = told
  const ways = [
    { text: say('mail.watch.list') },
    { link: watchListUrl(secret) },
    { text: say('mail.watch.stop') },
    { link: unsubscribeUrl(secret) },
  ]
  return {
    subject: first && told.length + unnamed === 1 ? first.text : say('mail.watch.subject'),
    paragraphs: [
      ...told.flatMap(({ text, link }) => [{ text }, { link }]),
      ...furtherOnes(unnamed, say),
      ...(last ? [{ text: say('mail.watch.last') }] : ways),
    ],
    why: say('mail.why.watch'),
    unsubscribe: unsubscribeUrl(secret),
  }
}

function furtherOnes(count: number, say: MailVoice['say']): { text: string }[] {
  return count > 0 ? [{ text: say('mail.watch.more', { count: String(count) }) }] : []
}
