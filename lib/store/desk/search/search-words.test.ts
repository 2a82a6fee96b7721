import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transliterateArabic } from '@/lib/domain/names/transliterate-arabic'
import { transliterateDevanagari } from '@/lib/domain/names/transliterate-devanagari'
import { transliterateHebrew } from '@/lib/domain/names/transliterate-hebrew'
import { migrate } from '@/lib/store/migrations/migrate'
import type { TestDatabase } from '@/test/database/database'
import { createDatabaseBefore } from '@/test/database/database-before'
import { wordRanges } from './search-by-words'

/** Certificates of before the search: name, registration number, event. */
const ROWS = [
  ['Ana-Lucía Müller Nguyễn', 'REG-04/18', 'Knots & Splices'],
  ['Ана Петрова', null, 'Основы безопасности'],
  ["D’Arcy O'Neil", '', 'Straße II'],
  ['محمد بن سلمان', '٤٢', 'السلامة الأساسية'],
] as const

let database: TestDatabase
let client: pg.Client
const issuer = randomUUID()

beforeAll(async () => {
  database = await createDatabaseBefore('0008')
  client = new pg.Client(database.adminUrl)
  await client.connect()
  // What is not looked at here, such as the issuer, is left out.
  await client.query('SET session_replication_role = replica')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function insert([name, number, event]: (typeof ROWS)[number], at: number): Promise<string> {
  const id = randomUUID()
  await client.query(
    `INSERT INTO certificates (id, issuer_id, lineage_id, revision, serial, serial_key, status, issued_at, recorded_at,
       full_name, registration_number, event_title, achievement, status_list_id, status_index)
     VALUES ($1, $2, $3, 1, $4, $4, 'issued', now(), to_timestamp($5), $6, $7, $8, 'Passed', $2, $9)`,
    [id, issuer, randomUUID(), id.toUpperCase(), 1_700_000_000 + at, name, number, event, at],
  )
  return id
}

async function wordsOf(id: string): Promise<string[]> {
  const { rows } = await client.query<{ word: string; same: boolean }>(
    `SELECT w.word, w.issuer_id = c.issuer_id AND w.issued_at = c.issued_at AND w.word = ANY(c.search_words) AS same
     FROM certificate_words w JOIN certificates c ON c.id = w.certificate_id WHERE c.id = $1 ORDER BY w.word COLLATE "C"`,
    [id],
  )
  expect(rows.every(({ same }) => same)).toBe(true)
  return rows.map(({ word }) => word)
}

describe('certificates that were there before the search', () => {
  it('are found by the same words as ones that are issued since', async () => {
    const old: string[] = []
    for (const [at, row] of ROWS.entries()) old.push(await insert(row, at))
    expect(await migrate(database.url)).toContain('0008_desk_search')
    for (const [at, row] of ROWS.entries()) {
      const words = await wordsOf(old[at] ?? '')
      expect(words.length).toBeGreaterThan(3)
      expect(words).toEqual(await wordsOf(await insert(row, at + ROWS.length)))
    }
    expect(await wordsOf(old[0] ?? '')).toEqual([
      'e:knots',
      'e:splices',
      'l:an',
      'l:ls',
      'l:mlr',
      'l:ngn',
      'n:ana',
      'n:lucia',
      'n:muller',
      'n:nguyen',
      'r:0418',
      'r:18',
      'r:reg0418',
    ])
    expect(await wordsOf(old[1] ?? '')).toEqual(['c:an', 'c:ptrb', 'e:bezopasnosti', 'e:osnovy', 'n:ana', 'n:petrova'])
  })

  it('lose their words with the certificate, and change them with it', async () => {
    const id = await insert(ROWS[0], 90)
    await client.query("UPDATE certificates SET full_name = 'Erased', registration_number = NULL WHERE id = $1", [id])
    expect(await wordsOf(id)).toEqual(['e:knots', 'e:splices', 'l:arsd', 'n:erased'])
  })
})

/** Whether a certificate of this name is found by that word, by the words that its index holds. */
async function finds(word: string, name: string): Promise<boolean> {
  return (await missedBy(name, [word])).length === 0
}

/** Those of these words by which this name is not found. */
async function missedBy(name: string, words: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ word: string; held: string[]; asked: string[] }>(
    `SELECT word, certificate_search_words($1, NULL, NULL) AS held, certificate_query_words(word, NULL, NULL) AS asked
     FROM unnest($2::text[]) AS word`,
    [name, words],
  )
  expect(rows).toHaveLength(words.length)
  const isHeld = (held: readonly string[], asked: string) =>
    wordRanges(asked).some(({ first, past }) => held.some((word) => word >= first && word < past))
  return rows.flatMap(({ word, held, asked }) => (asked.every((one) => isHeld(held, one)) ? [] : [word]))
}

describe('letters of another script', () => {
  it.each([
    ['Владимир Щукин-Ђорђевић', ['n:djordjevic', 'n:shchukin', 'n:vladimir']],
    ['Юлія Цвєткова Жужа', ['n:tsvetkova', 'n:yuliya', 'n:zhuzha']],
    ['Ἀλέξανδρος Παπαδόπουλος Θεοχάρης', ['n:alexandros', 'n:papadopoulos', 'n:theocharis']],
    ['Vladimir Papadópoulos', ['n:papadopoulos', 'n:vladimir']],
    ['Љубиша Њего Џомба', ['n:dzomba', 'n:ljubisha', 'n:njego']],
  ])('are found by Latin ones where it is known how they are written: %s', async (name, expected) => {
    const asked =
      'SELECT certificate_search_words($1, NULL, NULL) AS held, certificate_query_words($1, NULL, NULL) AS asked'
    const { rows } = await client.query<{ held: string[]; asked: string[] }>(asked, [name])
    expect(rows[0]?.held.filter((word) => word.startsWith('n:')).sort()).toEqual(expected.sort())
    expect(rows[0]?.asked.map((word) => word.split(' ')[0]).sort()).toEqual(expected.sort())
  })

  it.each([
    ['محمد', 'Mohammed Muhammad Mohamed Mehmed Mahomed Моха́ммед מוחמד मोहम्मद'],
    ['عبد الرحمن الفارسي', 'Abd al-Rahman Abdul Farsi'],
    ['خالد', 'Khalid Khaled Halid Халид'],
    ['يوسف', 'Youssef Yusuf Yousef Jusuf יוסף यूसुफ'],
    ['فاطمة', 'Fatima Fatma Fatimah Φάτιμα'],
    ['رشيد', 'Rashid Rachid Rasheed'],
    ['جمال', 'Jamal Gamal Djamal'],
    ['حياة الله', 'Hayat Allah'],
    ['علي', 'Ali Aly'],
    ['Müller Schmidt', 'Мюллер Шмидт Μίλλερ'],
    ['Жуков', 'Joukov Zhukov'],
    ['محمّد بن سلمان', 'Salman سلمان محمد'],
    ['اكبری', 'أكبري اکبري Akbari'],
    ['דוד כהן', 'David Cohen Kohen داود'],
    ['יצחק לוי', 'Yitzhak Itzhak Levi'],
    ['חיים', 'Chaim Haim Khaim Хаим'],
    ['लक्ष्मी सिंह', 'Lakshmi Laxmi Singh Sinh'],
    ['ज़ाकिर अन्ना विश्वनाथन', 'Zakir Jakir Anna Vishwanathan Visvanathan'],
    ['Mohammed Al-Harbi', 'محمد الحربي حربي मोहम्मद'],
    ['الحربي', 'Harbi Alharbi حربي'],
    ['欧阳娜娜', '欧阳 娜娜 阳娜'],
    ['김민준', '김 민준'],
    ['やまだ タロウ', 'まだ タロウ ロウ'],
  ])('%s is found by each of %s', async (name, asked) => {
    for (const word of asked.split(' ')) expect([word, await finds(word, name)]).toEqual([word, true])
  })

  it.each([
    ['محمد', 'Ahmed Hamid محمود M Mo'],
    ['محمود', 'محمد'],
    ['علي', 'Alexander Albert'],
    ['Alexander', 'علي'],
    ['娜欧', '欧阳'],
    ['김민준', '준김'],
  ])('%s is not found by any of %s', async (name, asked) => {
    for (const word of asked.split(' ')) expect([word, await finds(word, name)]).toEqual([word, false])
  })

  it.each([
    [
      transliterateArabic,
      'محمد خالد يوسف ثامر جمال رشيد ذاكر زينب شريف صالح ضرار طارق ظافر عمر غسان فيصل قاسم كريم لطيفة منصور نادر هاني وليد پرویز چنگیز ژاله گلناز',
    ],
    [
      transliterateHebrew,
      'אברהם בנימין גדעון דניאל הלל ורד זאב חנוך טוביה יעקב כלב לאה מרים נעמי סמדר עמוס פנחס צפורה קרן רחל שמעון תמר',
    ],
    [
      transliterateDevanagari,
      'कमल खेमका गणेश घोष चेतन छाया जगत झलक टंडन ठाकुर डेविड तनुजा थापा दीपक धीरज नवीन पवन फरीद बलराम भरत मनोज यशवंत रमेश लक्ष्मण वरुण शंकर सुरेश हरीश ज्ञानेश',
    ],
  ])('whatever the comparison of names takes for the same is found: %o', async (spell, names) => {
    const all: string[][] = []
    for (const name of names.split(' ')) {
      const lattice = spell(Array.from(name))
      const first = lattice.map(([spelling]) => spelling?.text ?? '')
      const spellings = lattice.flatMap((ways, at) =>
        // What a `c` sounds like is said by what stands behind it.
        ways.flatMap(({ text }) => (text === 'c' && first[at] !== 'k' ? [] : [first.with(at, text).join('')])),
      )
      for (const missed of await missedBy(
        name,
        [...new Set(spellings)].filter((word) => word.length > 1),
      ))
        all.push([name, missed])
    }
    expect(all).toEqual([])
  })

  it.each([
    ['NMC-2026-00418', ['r:00418', 'r:202600418', 'r:418', 'r:nmc202600418'], ['r:nmc202600418']],
    ['0000', ['r:0000'], ['r:0000']],
    ['--', [], []],
    ['A/12-3', ['r:123', 'r:3', 'r:a123'], ['r:a123']],
    [
      'a-b-c-d-e-f-g-h-i-j',
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'j'].map(
        (first) => `r:${'abcdefghij'.slice('abcdefghij'.indexOf(first))}`,
      ),
      ['r:abcdefghij'],
    ],
  ])('numbers are held by their parts and asked for as a whole: %s', async (number, held, whole) => {
    const asked = "SELECT certificate_search_words('', $1, '') AS held, certificate_query_words('', $1, '') AS asked"
    const { rows } = await client.query<{ held: string[]; asked: string[] }>(asked, [number])
    expect(rows[0]?.held.sort()).toEqual(held.sort())
    expect(rows[0]?.asked).toEqual(whole)
  })
})
