import MailComposer from 'nodemailer/lib/mail-composer'

/** A message ready to be sent. */
interface ComposedFrom {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  /** Without brackets; the same at every attempt. */
  messageId: string
  date: Date
  /** BCP 47. */
  language: string
  /** The address that ends such messages with one request (RFC 8058); null where there is none. */
  unsubscribe: string | null
  /** Where answers go; null where they go nowhere. */
  replyTo: string | null
}

/**
 * Writes a message as MIME (RFC 5322): plain text and HTML, nothing attached, nothing fetched. No value can add a
 * header: line ends in one become spaces.
 * @returns the bytes that go over the line
 */
export async function composeMail(mail: ComposedFrom): Promise<Buffer> {
  const { name, address } = mail.from
  const composer = new MailComposer({
    from: { name: oneLine(name), address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}>`,
    date: mail.date,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      ...(mail.unsubscribe !== null && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
