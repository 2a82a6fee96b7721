/**
 * What no text in a western language holds, and nearly every text does that was saved in the letters of another part of the world, or
 * by an older Macintosh or DOS program, once it is read as Windows-1252: what that leaves free; signs within a word, or at its end;
 * a capital of its own kind behind a small letter or inside a word.
 */
const ELSEWHERE = [
  /[\u0081\u008D\u008F\u0090\u009D]/,
  /[†‡‰‹›•¡¢£¥¦§¨©¬¯±²³¶¸¹¼½¾¿÷](?<=\p{L}.)(?=\p{L})/u,
  /[‚ƒ„ˆ‰˜¤](?<=\p{L}.)|[¹³](?<=\p{L}{4}.)|—(?<=(?<![\p{L}\d])\p{Lu}.)(?=\p{Ll})/u,
  /[£¥¯³¹¿](?<=(?:^|[\s,;|"]).)(?=\p{Ll})/mu,
  // Turkish has other letters of its own in the places of these Icelandic ones, and nothing else tells the two apart.
  /[ÐÝÞðýþ]/,
  /[ŠŒŽŸ](?:(?<=\p{Ll}.)(?!\p{Lu})|(?<=\p{L}.)(?=\p{Ll}))/u,
]
/** Where letters stand side by side that are few in those languages. */
const RUN = /[\u0080-\uFFFF]{3,}/g
const LETTER = /[À-ÖØ-öø-ÿ]/
const FEW = 4

/** Whether a text that was read as Windows-1252 can have been saved so: names in other letters would be issued as nobody writes them. */
export function isWesternText(text: string): boolean {
  if (ELSEWHERE.some((pattern) => pattern.test(text))) return false
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const isWord = !/\p{L}/u.test(`${text[index - 1] ?? ''}${text[index + run.length] ?? ''}`)
    const isLong = run.length >= FEW || (isWord && /^[À-ÖØ-öø-ÿ]+$/.test(run))
    if (isLong && LETTER.test(run) && new Set(run.slice(0, 2 * FEW)).size > 1) return false
  }
  return true
}
