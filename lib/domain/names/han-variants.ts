import SHINJITAI from 'opencc-js/dict/JPShinjitaiCharacters'
import SIMPLIFIED from 'opencc-js/dict/TSCharacters'

/** Forms of names that neither table has, each with the one that is taught. */
const OF_NAMES = '髙 高|﨑 崎|嵜 崎|濵 濱|邉 邊|栁 柳|桒 桑|舘 館|𠮷 吉|槗 橋|𣘺 橋'

/** A dictionary of OpenCC: `張 张|發 发`, with all characters that one may stand for behind it. */
function read(dictionary: string): [string, string[]][] {
  return dictionary.split('|').map((row) => {
    const [from = '', ...to] = row.split(' ')
    return [from, to]
  })
}

let variants: ReadonlyMap<string, readonly string[]> | null = null
let wholes: ReadonlyMap<string, readonly string[]> | null = null
let japanese: ReadonlySet<string> | null = null

const HAN = /\p{Script=Han}/u
/** As many writings of one text are made: a name has a few characters, of which one or two have other forms. */
const MOST_WRITINGS = 32

/**
 * The other forms of a Chinese character by which it is known in mainland China, in Taiwan and Hong Kong, and in Japan, down to
 * the simplified one: 張 is 张, 辺 is 邊 and 边.
 * Source: OpenCC (Apache License 2.0), and forms of Japanese family registers.
 */
export function hanVariants(character: string): readonly string[] {
  variants ??= new Map([...read(SIMPLIFIED), ...read(SHINJITAI), ...read(OF_NAMES)])
  const found: string[] = []
  const add = (from: string) => {
    for (const to of variants?.get(from) ?? []) {
      if (to === character || found.includes(to)) continue
      found.push(to)
      add(to)
    }
  }
  add(character)
  return found
}

/** Those by which a character is known that is simpler: 國 of 国. */
function hanOrigins(character: string): readonly string[] {
  if (wholes === null) {
    hanVariants(character)
    const up = new Map<string, string[]>()
    for (const from of variants?.keys() ?? [])
      for (const to of hanVariants(from)) up.set(to, [...(up.get(to) ?? []), from])
    wholes = up
  }
  return wholes.get(character) ?? []
}

/**
 * A text in the writings of mainland China, of Taiwan and Hong Kong, and of Japan, mixed ones included; first as it is. Of a long one
 * the characters at its end are not mixed.
 */
export function hanWritings(text: string): string[] {
  if (!HAN.test(text)) return [text]
  let writings = ['']
  for (const character of text) {
    const forms = HAN.test(character) ? [character, ...hanVariants(character), ...hanOrigins(character)] : [character]
    const taken = writings.length * forms.length > MOST_WRITINGS ? [character] : forms
    writings = writings.flatMap((begun) => taken.map((form) => begun + form))
  }
  const all = (form: (character: string) => string | undefined) =>
    Array.from(text, (character) => form(character) ?? character).join('')
  japanese ??= new Set(read(SHINJITAI).map(([from]) => from))
  const isTraditional = (one: string) => !japanese?.has(one)
  const pure = [all((one) => hanVariants(one).at(-1)), all((one) => hanOrigins(one).find(isTraditional))]
  return [...new Set([...writings, ...pure])]
}
