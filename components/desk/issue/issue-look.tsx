import { MailLook, type ShownMail } from '@/components/desk/mail/mail-look'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { rowPage } from './edit-rows'

/** What recipients will have: the page of the longest name as it will be issued, and the message. */
export function IssueLook({ id, longest, mail }: { id: string; longest: number; mail: ShownMail | null }) {
  const pdf = rowPage(id, longest)
  return (
    <section aria-labelledby="look">
      <h2 id="look">{deskText('issueSee.heading')}</h2>
      <p className="plain">{deskText('issueSee.lead')}</p>
      <p className="row-page">
        <a href={pdf} target="_blank" rel="noopener">
          <img src={`${pdf}&as=jpeg`} alt={deskText('issueSee.alt')} width="600" />
        </a>
      </p>
      <p className="buttons desk-actions">
        <a className="button" href={pdf} target="_blank" rel="noopener">
          {deskText('issueSee.pdf')}
        </a>
      </p>
      {mail && <Message mail={mail} />}
    </section>
  )
}

function Message({ mail }: { mail: ShownMail }) {
  return (
    <details>
      <summary>{deskText('issueSee.mail')}</summary>
      <p className="quiet">{deskParts('issueSee.to', { address: <bdi key="to">{mail.to}</bdi> })}</p>
      <MailLook mail={mail} />
    </details>
  )
}
