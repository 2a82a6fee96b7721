import { hanWritings } from '@/lib/domain/names/han-variants'

/** In which forms a word of a name that was typed may stand in a certificate. */
export interface NameForms {
  /** Words that begin like this, the one that was typed first. */
  begun: string[]
  /** These words, and not longer ones. */
  whole: string[]
  /** Where one word was typed for several: the first of them is one of these, and the last one of `ends`. */
  beginnings: string[]
  ends: string[]
}

/** The most words of a name that are sought in other forms. */
const MOST_WORDS = 8
/** The most words whose joined forms are sought in other characters: a Chinese name has two parts. */
const MOST_REWRITTEN = 3
/** The most letters of a particle: van, der, de, la, al, bin. */
const PARTICLE = 3
/** The fewest letters of a word that is found by its beginning where it was put together from other letters. */
const FEWEST_BEGUN = 6
/** The fewest letters of a part of a word. */
const FEWEST_OF_PART = 3
/** The most letters of a word that is taken apart. */
const LONGEST_TAKEN_APART = 24

/** Articles of Arabic names, which are not asked for where there is anything else. */
const ARTICLES: readonly string[] = ['al', 'el']

const OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** A name with its umlauts as those write it who have no such keys: Jörg is Joerg, Åse is Aase. */
export function writtenOut(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => OUT[letter] ?? letter)
}

/**
 * The forms of each word of a name that is asked for: joined with its neighbours (Anne-Marie is also Annemarie), with letters
 * written out or in one (Jörg and Joerg), in traditional and
 * simplified characters (國華 and 国华).
 * @param words folded, in their order
 * @param written the same of the name as `writtenOut` gives it
 * @param near with words taken apart, too: Xiaoming may be Xiao Ming
 */
export function nameForms(words: readonly string[], written: readonly string[], near: boolean): NameForms[] {
  const asked = words.flatMap((word, at) => (ARTICLES.includes(word) ? [] : [at]))
  return (asked.length > 0 ? asked : words.map((_, at) => at)).map((at) => {
    const word = words[at] ?? ''
    if (at >= MOST_WORDS) return { begun: [word], whole: [], beginnings: [], ends: [] }
    const out = words.length === written.length ? (written[at] ?? word) : word
    const inOne = word.replace(/([aou])e|aa/g, (pair, vowel: string | undefined) => vowel ?? pair.charAt(0))
    const made = [...new Set([out, ...joined(words, at)])].filter((form) => form !== word)
    return {
      begun: [...hanWritings(word), ...made.filter((form) => form.length >= FEWEST_BEGUN)],
      // Michael begins like no Michalski.
      whole: [
        ...made
          .filter((form) => form.length < FEWEST_BEGUN)
          .flatMap(words.length > MOST_REWRITTEN ? (form) => form : hanWritings),
        ...(inOne === word ? [] : [inOne]),
      ],
      ...(near ? takenApart([...new Set([word, out, inOne])]) : { beginnings: [], ends: [] }),
    }
  })
}

/** The word with those beside it: in twos, and in threes where two are particles. */
function joined(words: readonly string[], at: number): string[] {
  const spans = [2, 3].flatMap((many) =>
    Array.from({ length: many }, (_, back) => at - back)
      .filter((first) => first >= 0 && first + many <= words.length)
      .map((first) => words.slice(first, first + many)),
  )
  const isJoined = (span: readonly string[]) =>
    span.length === 2 || span.filter((word) => word.length <= PARTICLE).length >= 2
  return spans.filter(isJoined).map((span) => span.join(''))
}

function takenApart(forms: readonly string[]): Pick<NameForms, 'beginnings' | 'ends'> {
  const fit = forms.filter((form) => form.length >= 2 * FEWEST_OF_PART && form.length <= LONGEST_TAKEN_APART)
  const places = (form: string) =>
    Array.from({ length: form.length - 2 * FEWEST_OF_PART + 1 }, (_, more) => FEWEST_OF_PART + more)
  return {
    beginnings: fit.flatMap((form) => places(form).map((place) => form.slice(0, place))),
    ends: fit.flatMap((form) => places(form).map((place) => form.slice(place))),
  }
}
