import type { OwnMail } from '@/lib/domain/desk/own-certificate'
import { deskText } from '@/lib/i18n/desk/text'
import { createTranslator } from '@/lib/i18n/translate'
import { Moment } from '@/components/site/moment'

const translator = createTranslator('en')

/** The states of the messages to the recipient. */
export function CertificateMail({ mail }: { mail: readonly OwnMail[] }) {
  if (mail.length === 0) return null
  return (
    <section aria-labelledby="mail">
      <h2 id="mail">{deskText('ownMail.heading')}</h2>
      <ul className="plain-list">
        {mail.map(({ kind, state, at }, index) => (
          <li key={index}>
            {deskText(`ownMail.${kind}`)}: {deskText(`ownMail.state.${state}`)},{' '}
            <Moment translator={translator} date={new Date(at)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
