/**
 * The body of a message: paragraphs, each a text, an address on a line of its own, lines that are kept as they are, or a line of somebody
 * else, which is marked: without that it could pass for the end of the message, and what follows for ours.
 */
export interface MailBody {
  language: string
  dir: 'ltr' | 'rtl'
  paragraphs: readonly ({ text: string } | { link: string } | { code: string } | { quote: string })[]
  /** Why the reader gets it, and which host to expect: smaller, below a line. */
  footer: readonly string[]
}

/** The message as plain text. */
export function mailText({ paragraphs, footer }: MailBody): string {
  return `${[...paragraphs.map(paragraphText), '--------', ...footer].join('\n\n')}\n`
}

/** A paragraph as it stands in plain text. */
export function paragraphText(one: MailBody['paragraphs'][number]): string {
  if ('quote' in one) return `> ${one.quote}`
  return 'link' in one ? one.link : 'code' in one ? one.code : one.text
}

const PAGE = 'margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5'
const COLUMN = 'max-width:600px;margin:0 auto'
const LINK = 'overflow-wrap:anywhere'
const CODE = 'font-size:14px;white-space:pre-wrap;overflow-wrap:anywhere;text-align:left'
const QUOTE = 'margin:0;padding:1px 16px'
const FOOTER = 'font-size:14px;margin:32px 0 0;padding:16px 0 0;border-top:1px solid #888888'

/**
 * The message as HTML: no picture, no script, nothing that is fetched or tells who reads; no colours, so that it follows
 * the reader's own. The visible text of a link is its address.
 */
export function mailHtml({ language, dir, paragraphs, footer }: MailBody): string {
  const body = paragraphs.map((one) => {
    if ('link' in one) return linkHtml(one.link, dir)
    if ('quote' in one) return quoteHtml(one.quote, dir)
    return 'code' in one ? codeHtml(one.code) : `<p>${escapeHtml(one.text)}</p>`
  })
  const last = footer.map((text) => `<p>${escapeHtml(text)}</p>`)
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}" dir="${dir}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title></title></head><body dir="${dir}" style="${PAGE}"><div style="${COLUMN}">`,
    ...body,
    `<div style="${FOOTER}">`,
    ...last,
    '</div></div></body></html>',
    '',
  ].join('\n')
}

function linkHtml(link: string, dir: MailBody['dir']): string {
  const side = dir === 'rtl' ? 'right' : 'left'
  return `<p dir="ltr" style="${LINK};text-align:${side}"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`
}

function quoteHtml(quote: string, dir: MailBody['dir']): string {
  const side = dir === 'rtl' ? 'right' : 'left'
  return `<blockquote style="${QUOTE};border-${side}:3px solid #888888"><p>${escapeHtml(quote)}</p></blockquote>`
}

function codeHtml(code: string): string {
  return `<pre dir="ltr" style="${CODE}">${escapeHtml(code)}</pre>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
