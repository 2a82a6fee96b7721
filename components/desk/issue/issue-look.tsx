import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { rowPage } from './edit-rows'

/** A message as its reader will see it. */
export interface ShownMail {
  to: string
  subject: string
  language: string
  dir: 'ltr' | 'rtl'
  paragraphs: readonly string[]
  footer: readonly string[]
}

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
      {mail && <MailLook mail={mail} />}
    </section>
  )
}

function MailLook({ mail: { to, subject, language, dir, paragraphs, footer } }: { mail: ShownMail }) {
  return (
    <details>
      <summary>{deskText('issueSee.mail')}</summary>
      <p className="quiet">{deskParts('issueSee.to', { address: <bdi key="to">{to}</bdi> })}</p>
      <blockquote className="mail-look" lang={language} dir={dir}>
        <p>
          <b>{subject}</b>
        </p>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {footer.map((text) => (
          <p key={text} className="quiet">
            {text}
          </p>
        ))}
      </blockquote>
    </details>
  )
}
