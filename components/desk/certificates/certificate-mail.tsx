import { DeskMoment } from '@/components/desk/desk-moment'
import type { OwnMail } from '@/lib/domain/desk/own-certificate'
import { deskParts, deskText } from '@/lib/i18n/desk/text'

/** The states of the messages to the recipient. */
export function CertificateMail({ mail }: { mail: readonly OwnMail[] }) {
  if (mail.length === 0) return null
  return (
    <section aria-labelledby="mail">
      <h2 id="mail">{deskText('ownMail.heading')}</h2>
      <ul className="plain-list">
        {mail.map(({ kind, state, at }, index) => (
          <li key={index}>
            {deskParts(`ownMail.state.${state}`, {
              mail: deskText(`ownMail.${kind}`),
              moment: <DeskMoment key="at" date={new Date(at)} />,
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
