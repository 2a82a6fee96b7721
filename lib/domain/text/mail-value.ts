const SCRIPTS = ['Arabic', 'Hebrew', 'Syriac', 'Thaana', 'Nko', 'Adlam', 'Samaritan', 'Mandaic', 'Hanifi_Rohingya']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const RIGHT_TO_LEFT = new RegExp(`[${SCRIPTS}]`, 'u')
const LEFT_TO_RIGHT = new RegExp(`(?![${SCRIPTS}])\\p{L}`, 'u')
/** First strong isolate, and its end (UAX #9). */
const [ISOLATE, END] = ['\u2068', '\u2069']
/** Zero width space. */
const BREAK = '\u200b'

/**
 * A name or a text of others as it may stand in a message. Mail programs turn whatever looks like an address into a link;
 * a title such as `win.example/prize` must not become one in a message of ours, so it is broken up invisibly. What runs
 * in the other direction than the message, or in both, is isolated from the words around it.
 */
export function mailValue(text: string, dir: 'ltr' | 'rtl'): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const unlinked = line
    .replace(/[.@\u3002\uff0e\uff61](?=\S)/gu, (mark) => `${BREAK}${mark}${BREAK}`)
    .replace(/:(?=\/)/g, `:${BREAK}`)
  const runsAlong = dir === 'rtl' ? RIGHT_TO_LEFT.test(line) && !LEFT_TO_RIGHT.test(line) : !RIGHT_TO_LEFT.test(line)
  return runsAlong ? unlinked : isolated(unlinked)
}

/** An address of a mailbox that was confirmed, there to be copied: as it is, and in its own direction. */
export function mailAddress(address: string, dir: 'ltr' | 'rtl'): string {
  return dir === 'rtl' ? isolated(address) : address
}

function isolated(text: string): string {
  return `${ISOLATE}${text}${END}`
}
