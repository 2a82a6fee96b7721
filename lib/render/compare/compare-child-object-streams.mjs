const LONGEST_DICTIONARY = 64 * 1024
const LONGEST_READ = 16 * 1024 * 1024
const SPACE = /[\0\t\n\f\r ]/
const REGULAR = /[^\0\t\n\f\r ()<>[\]{}/%]+/y

/**
 * Whether the names in a stream of objects (ISO 32000-1, 7.5.7) may be hidden: it is encoded by anything but one deflation. A reader
 * of PDF undoes predictors, short names of filters and filters over filters, and this process does not.
 *
 * Objects are looked for wherever their keyword stands, in texts and comments too: one that is none says no at worst.
 * @param {string} text of the whole file, a character for each byte
 */
export function hidesObjects(text) {
  let read = 0
  for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
    const { names, end } = dictionaryAt(text, at + 3)
    read += (end ?? text.length) - at
    if (end === null || read > LONGEST_READ) return true
    if (isObjectStream(names) && !isDeflatedOnce(names)) return true
  }
  return false
}

function isObjectStream(names) {
  return names.includes('/ObjStm') || (names.includes('/First') && names.includes('/N'))
}

/** As every writer of such streams has it; plain ones are read with the file itself. */
function isDeflatedOnce(names) {
  if (names.some((name) => /^\/(DecodeParms|DP|F|FFilter|FDecodeParms)$/.test(name))) return false
  const filters = names.flatMap((name, at) => (name === '/Filter' ? [at + 1] : []))
  if (filters.length === 0) return true
  const [at] = filters
  const [filter, ...others] = names[at] === '[' ? names.slice(at + 1, names.indexOf(']', at)) : [names[at]]
  return filters.length === 1 && filter === '/FlateDecode' && others.length === 0
}

/**
 * The tokens of a dictionary but for those of the dictionaries in it, none where there is no dictionary, and where it ends; null where
 * it is too long, or has no end.
 * @returns {{ names: string[], end: number | null }}
 */
function dictionaryAt(text, from) {
  let at = skipped(text, from)
  const names = []
  if (!text.startsWith('<<', at)) return { names, end: at }
  let depth = 0
  while (at < text.length && at - from < LONGEST_DICTIONARY) {
    const [token, end] = tokenAt(text, at)
    if (token === '<<') depth++
    else if (token === '>>' && --depth === 0) return { names, end }
    else if (depth === 1) names.push(token)
    at = skipped(text, end)
  }
  return { names, end: null }
}

/** Behind white space and comments. */
function skipped(text, from) {
  let at = from
  for (;;) {
    while (at < text.length && SPACE.test(text[at])) at++
    if (text[at] !== '%') return at
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  }
}

/** @returns {[string, number]} a token, its escapes resolved where it is a name, and where it ends */
function tokenAt(text, at) {
  const two = text.slice(at, at + 2)
  if (two === '<<' || two === '>>') return [two, at + 2]
  if (text[at] === '(') return ['()', stringEnd(text, at)]
  if (text[at] === '<') return ['<>', endOf(text, '>', at)]
  const isName = text[at] === '/'
  REGULAR.lastIndex = isName ? at + 1 : at
  const [word = ''] = REGULAR.exec(text) ?? []
  if (isName) return [`/${unescaped(word)}`, at + 1 + word.length]
  return word === '' ? [text[at], at + 1] : [word, at + word.length]
}

/** Parentheses within a text are in pairs, or escaped. */
function stringEnd(text, from) {
  let depth = 0
  for (let at = from; at < text.length && at - from < LONGEST_DICTIONARY; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

function endOf(text, sign, from) {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length : at + 1
}

function unescaped(name) {
  return name.replace(/#([0-9a-fA-F]{2})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)))
}
