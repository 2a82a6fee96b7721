import { describe, expect, it } from 'vitest'
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
      ['full_name', null],
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
