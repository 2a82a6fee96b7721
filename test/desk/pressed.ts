/** What a browser sends when somebody fills in a form of a page and presses one of its buttons. */
interface Pressed {
  /** The address that the form is sent to. */
  action: string
  form: Record<string, string>
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const plain = (html: string) => html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
const attribute = (tag: string, name: string) => {
  const found = new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return found === undefined ? undefined : plain(found)
}

/** Name and value of each text field and hidden field of a page, in order. */
export function fieldsOf(html: string): [string, string][] {
  return [...html.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
    const name = attribute(tag, 'name')
    const isSent = name !== undefined && !/ type="(?:checkbox|radio|file)"/.test(tag)
    return isSent ? [[name, attribute(tag, 'value') ?? ''] as [string, string]] : []
  })
}

/**
 * Presses a button of the first form that has it.
 * @param label its whole text
 * @param typed what is typed into fields of the form; those that it does not have are left out, as nobody can type into them
 * @throws Error where no form has the button
 */
export function pressed(html: string, label: string, typed: Record<string, string> = {}): Pressed {
  for (const [, head = '', body = ''] of html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const button = [...body.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].find(
      ([, , words = '']) => plain(words.replace(/<[^>]*>/g, '')) === label,
    )?.[1]
    if (button === undefined) continue
    const fields = Object.fromEntries(fieldsOf(body))
    const own = Object.entries(typed).filter(([name]) => name in fields)
    const name = attribute(button, 'name')
    return {
      action: attribute(button, 'formAction') ?? attribute(head, 'action') ?? '',
      form: {
        ...fields,
        ...Object.fromEntries(own),
        ...(name !== undefined && { [name]: attribute(button, 'value') ?? '' }),
      },
    }
  }
  throw new Error(`no form has the button ${label}`)
}
