import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { MAIL } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { DeskForm } from '@/components/desk/organization/desk-form'
import { TextField } from '@/components/desk/text-field'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { OFFERED_LANGUAGES } from '@/lib/i18n/languages'
import { LanguageOptions } from './language-options'
import { MailLook, type ShownMail } from './mail-look'

/** What a form of the page may have done. */
export const MAIL_DONE = ['kept', 'asked', 'confirmed', 'removed', 'tested'] as const

interface Props {
  host: string
  viewer: DeskViewer
  /** Mail can be sent. */
  mail: boolean
  /** The values in the fields. */
  typed: { language: string; words: string; notify: boolean; replyTo: string }
  replyTo: string | null
  asked: { replyTo: string; until: Date } | null
  /** Words and address go out; not before the domain counts. */
  domainCounts: boolean
  wordsLength: number
  /** The language of the service’s messages. */
  serviceLanguage: string
  shown: ShownMail
  /** Where a test goes. */
  ownAddress: string
  done: (typeof MAIL_DONE)[number] | null
  problem: FormProblem
}

/** What an issuer chooses about the mail that goes out in its name, and what such a message looks like. */
export function MailSettingsPage(props: Props) {
  const { host, viewer, mail, domainCounts, done, problem } = props
  const page = { host, viewer, problem, heading: deskText('mailSettings.heading'), lead: deskText('mailSettings.lead') }
  return (
    <DeskPage {...page} current={MAIL} done={done && deskText(`mailSettings.done.${done}`)}>
      {!mail && <p className="plain">{deskText('mailSettings.off')}</p>}
      {!domainCounts && <p className="plain">{deskText('mailSettings.domain')}</p>}
      <Choices {...props} />
      <ReplyTo {...props} />
      <Look {...props} />
    </DeskPage>
  )
}

function Choices({ viewer, typed, wordsLength, serviceLanguage, problem }: Props) {
  return (
    <DeskForm viewer={viewer} action={MAIL} act="keep" submit={deskText('mailSettings.keep')} primary>
      <div className="field">
        <label htmlFor="language">{deskText('mailSettings.language')}</label>
        <select id="language" name="language" defaultValue={typed.language} aria-describedby="language-hint">
          <option value="">{deskText('mailSettings.languageOfService', { language: nameOf(serviceLanguage) })}</option>
          <LanguageOptions />
        </select>
        <p id="language-hint" className="hint">
          {deskText('mailSettings.languageHint')}
        </p>
      </div>
      <TextField
        name="words"
        label={deskText('mailSettings.words')}
        hint={deskText('mailSettings.wordsHint', { most: wordsLength })}
        maxLength={wordsLength}
        rows={4}
        dir="auto"
        defaultValue={typed.words}
        problem={problem}
      />
      <label className="desk-choice">
        <input type="checkbox" name="notify" value="yes" defaultChecked={typed.notify} />
        <span>{deskText('mailSettings.notify')}</span>
      </label>
    </DeskForm>
  )
}

function ReplyTo({ viewer, mail, typed, replyTo, asked, problem }: Props) {
  return (
    <>
      <h2>{deskText('mailSettings.replyHeading')}</h2>
      <p>
        {replyTo === null
          ? deskText('mailSettings.replyNone')
          : deskParts('mailSettings.replyIs', {
              address: (
                <bdi key="address" translate="no">
                  {replyTo}
                </bdi>
              ),
            })}
      </p>
      {asked && (
        <DeskForm viewer={viewer} action={MAIL} act="confirm" submit={deskText('mailSettings.confirm')}>
          <Field
            name="code"
            label={deskText('mailSettings.code', { address: asked.replyTo })}
            hint={deskParts('mailSettings.codeHint', { moment: <DeskMoment key="until" date={asked.until} /> })}
            required
            maxLength={20}
            dir="ltr"
            autoComplete="one-time-code"
            problem={problem}
          />
        </DeskForm>
      )}
      {mail && (
        <DeskForm viewer={viewer} action={MAIL} act="ask" submit={deskText('mailSettings.ask')}>
          <Field
            name="reply_to"
            label={deskText('mailSettings.reply')}
            hint={deskText('mailSettings.replyHint')}
            type="email"
            required
            maxLength={200}
            autoComplete="off"
            defaultValue={typed.replyTo}
            problem={problem}
          />
        </DeskForm>
      )}
      {(replyTo !== null || asked) && (
        <DeskForm viewer={viewer} action={MAIL} act="remove" submit={deskText('mailSettings.remove')} />
      )}
    </>
  )
}

function Look({ viewer, mail, shown, ownAddress }: Props) {
  return (
    <>
      <h2>{deskText('mailSettings.lookHeading')}</h2>
      <p className="plain">{deskText('mailSettings.lookLead')}</p>
      <form method="get" action={MAIL} className="desk-form">
        <div className="field">
          <label htmlFor="shown">{deskText('mailSettings.shown')}</label>
          <select id="shown" name="shown" defaultValue={shown.language} translate="no">
            {OFFERED_LANGUAGES.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button">
          {deskText('mailSettings.show')}
        </button>
      </form>
      <MailLook mail={shown} />
      {mail && (
        <DeskForm
          viewer={viewer}
          action={MAIL}
          act="test"
          submit={deskText('mailSettings.test', { address: ownAddress })}
        />
      )}
    </>
  )
}

function nameOf(code: string): string {
  return OFFERED_LANGUAGES.find((one) => one.code === code)?.name ?? code
}
