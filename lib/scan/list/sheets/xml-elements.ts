/** An element as it is written: what its first tag holds after the name, and what is between its tags. */
interface XmlElement {
  attributes: string
  content: string
  at: number
  end: number
}

/**
 * The elements of a name that do not lie in each other, in their order. One that is not closed is none. Reads on from where it is,
 * in time that grows with the length alone, whatever the text: files of strangers are read with it.
 * @param name without a prefix; compared to the letter
 */
export function* elements(xml: string, name: string): Generator<XmlElement> {
  const [begin, close] = [`<${name}`, `</${name}>`]
  for (let at = xml.indexOf(begin); at !== -1;) {
    const after = at + begin.length
    let end = after
    // Looked for behind the whole name only: of a longer name that is begun a million times the end would be sought as often.
    if (/[\s/>]/.test(xml.charAt(after))) {
      const head = xml.indexOf('>', after)
      if (head === -1) return
      const isEmpty = xml.charAt(head - 1) === '/'
      const closed = isEmpty ? head : xml.indexOf(close, head)
      if (closed === -1) return
      end = isEmpty ? head + 1 : closed + close.length
      yield { attributes: xml.slice(after, head), content: isEmpty ? '' : xml.slice(head + 1, closed), at, end }
    }
    at = xml.indexOf(begin, end)
  }
}

/** The text without the elements of a name. */
export function withoutElements(xml: string, name: string): string {
  const kept: string[] = []
  let from = 0
  for (const { at, end } of elements(xml, name)) {
    kept.push(xml.slice(from, at))
    from = end
  }
  return kept.join('') + xml.slice(from)
}

/** The value of an attribute of an element, as it is written there; with any prefix or without one. */
export function attribute(attributes: string, name: string): string | undefined {
  for (const [, found, value] of attributes.matchAll(/[\s:]([A-Za-z]+)="([^"]*)"/g)) if (found === name) return value
  return undefined
}
