import { unicodeSkeleton } from '@/lib/domain/names/unicode-skeleton'

/**
 * The appearance of a word, in any case. A word with Latin letters is compared letter by letter as it looks; one
 * without is brought to upper case first, so that `МОСКВА` and `Москва` are one name, and both look like `MOCKBA`.
 */
function wordSkeleton(word: string): string {
  const latin = /\p{Script=Latin}/u.test(word)
  // Of the Latin capitals only I looks like another letter than its small form does, so the rare ones are made small.
  const look = latin
    ? word.replace(/(?=\p{Script=Latin})[^A-Z]/gu, (letter) => letter.toLowerCase())
    : word.toUpperCase()
  // Only lower case has m for rn. I, l and 1 are one in the table, and the case of I makes i join them.
  return unicodeSkeleton(unicodeSkeleton(look).toLowerCase()).toLowerCase().replace(/i/g, 'l')
}

/**
 * The form under which issuers' names must be unique (spec part 11): the skeleton of UTS #39 section 4,
 * made blind to case, to the amount of white space and to
 * compatibility forms (full width, ligatures). Two names with the same skeleton can be taken for each other.
 * @param name a name that `cleanText` accepted
 * @returns a text for comparing only; it is never shown
 */
export function nameSkeleton(name: string): string {
  return name
    .normalize('NFKC')
    .split(/\p{White_Space}+/u)
    .filter((word) => word !== '')
    .map(wordSkeleton)
    .join(' ')
}
