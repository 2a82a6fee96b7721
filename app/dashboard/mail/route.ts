import { MAIL_DONE, MailSettingsPage } from '@/components/desk/mail/mail-settings-page'
import { env } from '@/lib/env'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { seeOther } from '@/lib/http/desk/see-other'
import { askReplyTo, confirmReplyTo, removeReplyTo } from '@/lib/service/desk/answer-address'
import {
  chooseMailSettings,
  getOwnMailSettings,
  MAIL_WORDS_LENGTH,
  previewOwnMail,
  sendTestMail,
} from '@/lib/service/desk/mail-settings'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { deskHtml, deskPage, viewerOf } from '../desk'
import { fieldProblemOf } from '../problem-of'

/** What the issuer chose about its mail, and what such a message looks like. */
export const GET = deskPage((input) => show(input, null, 200))

export const POST = deskPage(async (input) => {
  const { person, member, form } = input
  const done = (what: (typeof MAIL_DONE)[number]) => seeOther(`/dashboard/mail?done=${what}`)
  const text = (name: string) => form.get(name) ?? ''
  try {
    switch (form.get('do')) {
      case 'keep':
        await chooseMailSettings(member, {
          language: text('language'),
          words: text('words'),
          notify: form.has('notify'),
        })
        return done('kept')
      case 'ask':
        await askReplyTo(member, text('reply_to'))
        return done('asked')
      case 'confirm':
        await confirmReplyTo(member, text('code'))
        return done('confirmed')
      case 'remove':
        await removeReplyTo(member)
        return done('removed')
      case 'test':
        await sendTestMail(person, member)
        return done('tested')
      default:
        return await show(input, null, 400)
    }
  } catch (error) {
    return show(input, fieldProblemOf(error), 400)
  }
})

async function show(
  { person, member, query, form }: DeskInput,
  problem: ReturnType<typeof fieldProblemOf> | null,
  status: number,
) {
  const { language, words, notify, replyTo, asked, domainCounts } = await getOwnMailSettings(member)
  const kept = { language: language ?? '', words: words ?? '', notify, replyTo: '' }
  const isKeeping = form.get('do') === 'keep'
  const typed = {
    language: isKeeping ? (form.get('language') ?? '') : kept.language,
    words: isKeeping ? (form.get('words') ?? '') : kept.words,
    notify: isKeeping ? form.has('notify') : kept.notify,
    replyTo: form.get('reply_to') ?? '',
  }
  return deskHtml(
    MailSettingsPage,
    {
      viewer: viewerOf(person),
      mail: mailIsOn(),
      typed,
      ...{ replyTo, asked, domainCounts },
      wordsLength: MAIL_WORDS_LENGTH,
      serviceLanguage: env().MAIL_LANGUAGE,
      shown: await previewOwnMail(person, member, query.get('shown') ?? ''),
      ownAddress: person.email,
      done: problem === null ? (MAIL_DONE.find((one) => one === query.get('done')) ?? null) : null,
      problem,
    },
    status,
  )
}
