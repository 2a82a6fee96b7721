import { describe, expect, it } from 'vitest'
import { isHeadAgain, isRowForHead } from './find-head'
import { guessColumns, isExactHead } from './guess-columns'

describe('guessColumns', () => {
  it.each([
    [
      ['Participant', 'Course', 'Grade', 'E-mail'],
      ['full_name', 'event_title', 'achievement', 'email'],
    ],
    [
      ['Teilnehmer', 'Lehrgang', 'Ergebnis', 'Gültig bis'],
      ['full_name', 'event_title', 'achievement', 'expires_at'],
    ],
    [
      ['الاسم الكامل', 'الدورة', 'النتيجة', 'رقم'],
      ['full_name', 'event_title', 'achievement', 'registration_number'],
    ],
    [
      ['姓名', '课程', '成绩', '证书编号'],
      ['full_name', 'event_title', 'achievement', 'serial'],
    ],
    [
      ['Name', 'full_name', 'Room', ''],
      [null, 'full_name', null, null],
    ],
    [
      ['Nom', 'Name'],
      ['full_name', null],
    ],
    [
      ['First name', 'Last name', 'Course', 'Name'],
      ['full_name', 'full_name', 'event_title', null],
    ],
    [
      ['Prénom', 'Nom', 'Cours'],
      ['full_name', 'full_name', 'event_title'],
    ],
    [
      ['Nachname', 'Vorname', 'Kurs'],
      [null, null, 'event_title'],
    ],
    [
      ['Nom', 'Prénom'],
      [null, null],
    ],
    [
      ['Name', 'Vorname', 'Kurs'],
      [null, null, 'event_title'],
    ],
    [
      ['Apellidos', 'Nombre', 'Curso'],
      [null, null, 'event_title'],
    ],
    [
      ['姓名', '课程'],
      ['full_name', 'event_title'],
    ],
    [
      ['Name', 'Surname', 'Course'],
      ['full_name', 'full_name', 'event_title'],
    ],
    [
      ['Name', 'Nachname', 'Vorname'],
      ['full_name', null, null],
    ],
    [
      ['Surname', 'Name', 'Course'],
      [null, null, 'event_title'],
    ],
    [
      ['First name', 'Last name', 'full_name'],
      [null, null, 'full_name'],
    ],
    [
      ['constructor', '__proto__'],
      [null, null],
    ],
  ])('of %j', (head, columns) => {
    expect(guessColumns(head)).toEqual(columns)
  })
})

describe('isExactHead', () => {
  it('needs our names and all that are needed', () => {
    expect(isExactHead(['Full Name', 'event title', 'ACHIEVEMENT'])).toBe(true)
    expect(isExactHead(['full_name', 'event_title'])).toBe(false)
    expect(isExactHead(['full_name', 'event_title', 'achievement', 'room'])).toBe(false)
  })
})

describe('isRowForHead', () => {
  it.each([
    [
      ['Ana Lee', 'Knots'],
      ['Bo Li', ' Knots'],
    ],
    [
      ['Ana Lee', 'ana@example.org'],
      ['Bo Li', 'bo@example.org'],
    ],
    [
      ['Ana Lee', '14.03.2026'],
      ['Bo Li', '15.03.2026'],
    ],
    [
      ['Ana Lee', '03/04/2026'],
      ['Bo Li', '05/04/2026'],
    ],
    [
      ['王小明', '绳结'],
      ['李华', '绳结'],
    ],
  ])('of %j above %j', (head, row) => expect(isRowForHead(head, [row])).toBe(true))

  it.each([
    [
      ['Wer', 'Was'],
      ['Ana Lee', 'Knots'],
    ],
    [
      ['Name', 'Knots'],
      ['Ana Lee', 'Knots'],
    ],
    [
      ['Wer', 'Was'],
      ['Wer', 'Was'],
    ],
    [
      ['Wer', ''],
      ['Ana Lee', ''],
    ],
    [
      ['Wer', '14.03.2026'],
      ['Ana Lee', 'x'],
    ],
    [
      ['Wer', '2026'],
      ['Ana Lee', '12'],
    ],
  ])('not of %j above %j', (head, row) => expect(isRowForHead(head, [row])).toBe(false))
})

describe('isHeadAgain', () => {
  it.each([
    [[' Name', 'Kurs'], true],
    [['NAME', 'kurs'], true],
    [['Name', 'Knots'], false],
    [['Name', 'Kurs', ''], false],
  ])('of %j: %s', (row, expected) => expect(isHeadAgain(row, ['Name', 'Kurs '])).toBe(expected))

  it('is not where a column alone has its word in other letters: it may be a name', () =>
    expect(isHeadAgain(['Ana'], ['ANA'])).toBe(false))
})
