const MARKS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** A page with what it holds for its scripts as elements again, for those who look at all that may be shown. */
export function withHeldMarkup(html: string): string {
  return html.replace(/ data-markup="([^"]*)">/g, (_, held: string) => {
    return `>${held.replace(/&(?:lt|gt|quot|amp);/g, (mark) => MARKS[mark] ?? mark)}`
  })
}
