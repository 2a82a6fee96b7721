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
