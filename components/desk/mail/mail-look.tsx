/** A message as its reader will see it. */
export interface ShownMail {
  to: string
  subject: string
  language: string
  dir: 'ltr' | 'rtl'
  paragraphs: readonly string[]
  footer: readonly string[]
}

/** A message, in its own language and direction. */
export function MailLook({ mail: { subject, language, dir, paragraphs, footer } }: { mail: ShownMail }) {
  return (
    <blockquote className="mail-look" lang={language} dir={dir}>
      <p>
        <b>{subject}</b>
      </p>
      {paragraphs.map((text) => (
        <p key={text} dir={/^https?:/.test(text) ? 'ltr' : undefined}>
          {text}
        </p>
      ))}
      {footer.map((text) => (
        <p key={text} className="quiet">
          {text}
        </p>
      ))}
    </blockquote>
  )
}
