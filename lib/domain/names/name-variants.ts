import { generationOf, isArticle } from './name-particles'
import type { NameReason } from './name-reason'

/** Names in another script that have no single Latin spelling: all in a row are one name. */
const SPELLINGS = `
mohammed muhammad mohamed mohammad mohamad muhammed mohamud mohammod|md mohd mhd
ahmed ahmad achmed achmad;hussein husain hussain husayn hossein hosein hussien;hassan hasan;omar umar omer
yusuf youssef yousef yousuf yusef youssouf;abdullah abdallah abdulla abdellah;othman osman uthman usman
aisha ayesha aicha aysha aishah;fatima fatimah fatema;khalid khaled;said saeed saïd sayeed saeid;ibrahim ebrahim
mustafa mostafa moustafa mustapha;mahmoud mahmud mahmood;karim kareem;rashid rasheed rachid;nur noor nour
sharif shareef cherif;zaynab zainab zeinab zineb zaineb;ismail ismael ismaeel esmail;jamal gamal djamal djamel
suleiman sulaiman soliman sulayman suleyman;khadija khadijah khadidja;mariam maryam meryem;hamza hamzah
salim saleem;amin ameen;hamid hameed;walid waleed oualid;tariq tarek tarik;bilal belal;qasim kasim qassim kassem
layla leila leyla laila;rahman rehman;rahim raheem;aziz azeez;latif lateef;jaber jabir;naser nasser nasir;faisal faysal
aleksandr alexandr alexander;aleksandra alexandra;aleksey alexey alexei aleksei aleksej oleksii oleksiy
dmitry dmitri dmitriy dmitrii dimitri;yuri yury yuriy yurii iurii jurij iuri;georgy georgi georgiy georgii
evgeny evgeni evgeniy evgenii yevgeny yevgeni yevgeniy ievgenii evgenij;valery valeri valeriy valerii
vitaly vitali vitaliy vitalii;anatoly anatoli anatoliy anatolii;grigory grigori grigoriy grigorii
vasily vasili vasiliy vasilii;arkady arkadi arkadiy arkadii;gennady gennadi gennadiy gennadii
yelena elena jelena;yekaterina ekaterina jekaterina;mikhail mihail michail;pyotr petr piotr;fyodor fedor
georgios yeorgios;nikolaos nicolaos;ioannis yiannis giannis;konstantinos constantinos;giorgos yiorgos yorgos
cohen kohen;levi levy;yitzhak itzhak yitzchak isaac|;moshe moishe;chaim haim hayim
`
const SHORT = `john|jno;saint|st;sainte|ste;maria|ma mª;william|wm;charles|chas;thomas|thos;george|geo;joseph|jos`

const groups = new Map<string, { group: number; short: boolean }>()
for (const [group, row] of [...SPELLINGS.split(/[;\n]/), ...SHORT.split(';')].entries()) {
  row.split('|').forEach((names, index) => {
    for (const name of names.split(' ').filter(Boolean)) groups.set(name, { group, short: index > 0 })
  })
}

/** Spellings of one Slavic sound or ending, each brought to the first. */
const RESPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/sk(?:iy|ii|ij|yi|yy|i)$/, 'sky'],
  [/^tch/, 'ch'],
  [/([aeo])[ij]$/, '$1y'],
  // In the middle of short words the two are different names: Ryan is not Rian.
  [/i[iyj]a$/, 'ya'],
  [/(?:[ij]a$|^[ij]a|[ij]a(?=.{5}))/g, 'ya'],
  [/i?[ij]u(?=.{3})/g, 'yu'],
  [/kh/g, 'h'],
  [/ks/g, 'x'],
]

/** Son of, and daughter of, each in its spellings. */
const CHILDREN = [new Set(['bin', 'ibn', 'ben']), new Set(['bint', 'binti', 'binte', 'bte', 'bt'])]

function respell(word: string): string {
  return RESPELLINGS.reduce((text, [pattern, one]) => text.replace(pattern, one), word)
}

/**
 * Whether two Latin words, folded and without accents, are known to be spellings of one name.
 * @returns the reason to give, or null
 */
export function variantReason(a: string, b: string): NameReason | null {
  if (isArticle(a) && isArticle(b)) return 'particle'
  if (CHILDREN.some((spellings) => spellings.has(a) && spellings.has(b))) return 'particle'
  if (generationOf(a) !== undefined && generationOf(a) === generationOf(b)) return 'abbreviation'
  const one = groups.get(a)
  const other = groups.get(b)
  if (one && other && one.group === other.group) {
    return one.short || other.short ? 'abbreviation' : 'transliteration'
  }
  const son = /^m(?:a?c|')(?=[a-z]{3})/
  if (son.test(a) && a.replace(son, 'mac') === b.replace(son, 'mac')) return 'particle'
  return Math.min(a.length, b.length) >= 4 && respell(a) === respell(b) ? 'transliteration' : null
}
