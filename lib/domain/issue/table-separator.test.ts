import { describe, expect, it } from 'vitest'
import { guessColumns } from './guess-columns'
import { tableSeparator } from './table-separator'

const names = (cell: string) => guessColumns([cell])[0] !== null

describe('what parts the cells of a table', () => {
  it.each([
    ['a,b\n1;2;3\n', ','],
    ['\uFEFF\r\n"";;\r|\t\n \na;b', ';'],
    ['a\tb, c, d', ','],
    ['Name\tCourse, day, place, hall', '\t'],
    ['Name | Course | Result', '|'],
    ['"Nachname, Vorname";"Kurs, Ort";"Ergebnis"', ';'],
    ['Name;Kurs;Ergebnis (Note, Punkte, Rang)', ';'],
    ['name,course; part 1,grade; marks; rank', ','],
    ['"a ""quoted"", cell";b', ';'],
    ['5" disk,6" disk,7" disk;"', ','],
    ['"Wer","Was; wie; wo; wann","Wie"', ','],
    ['"Wer";"A|B|C|D";"E"', ';'],
    ['"Wer",Was,"A\tB\tC\tD"', ','],
    ['"Wer","Was ""wie""; wo; wann; womit","Wie"', ','],
    ['"Wer","Kurs; Teil ""A; B; C; D"""', ','],
    ['"Ana" Lee;x;y,z', ';'],
    ['Attendees, in May\nName;Course;Result', ';'],
    ['a, b\nc;d;e', ','],
    ['Attendees May\n\nName;Course;Result', ';'],
    ['a;b, c', ';'],
    ['a', ','],
    ['\n\r\n', ','],
    ['', ','],
  ])('of %j is %j', (text, separator) => {
    expect(tableSeparator(text, names)).toBe(separator)
  })

  it.each([
    ['S-2024-1;Ana;Modul 1, Modul 2, Modul 3', ';'],
    ['S-2024-1\tAna\tB101, B102, B103', '\t'],
    ['S-2024-1, Ana, A1234|B1234|C1234', ','],
    ['Attendees, in May\nName;Course', ';'],
    ['Title\nS-1 | Ana', '|'],
    ['"Ana Lopez; Bo","S-1"', ','],
    ['"S-1","Ana; Bo"', ','],
  ])('of the list %j is %j', (text, separator) => {
    expect(tableSeparator(text, names, 'first')).toBe(separator)
  })

  it('is found at once in a line of a million cells', () => {
    expect(tableSeparator('a;'.repeat(1_000_000), names)).toBe(';')
  })
})
