import { describe, expect, it } from 'vitest'
import { nameDifferences } from './compared-fields'
import type { ComparedFile, ComparedGroup } from './comparison-result'

const WORDS = [
  'Northshore Maritime College',
  'This certifies that',
  'Ana Müller',
  'Passed',
  'Basic Safety',
  'Registration number',
  'N-1',
  'Date of the event',
  '3 November 2026',
  'Check at certificates.example',
  '7K3M-9QXT-2VBD-8RWN',
]

/** A comparison in which these groups say something else, or are drawn otherwise. */
function compared(changes: Record<number, Partial<ComparedGroup>>, more: Partial<ComparedFile> = {}): ComparedFile {
  const groups = WORDS.map((issued, index) => {
    const same = { issued, found: issued, isHeading: index === 2, differs: false, isDrawnOtherwise: false }
    return { ...same, ...changes[index] }
  })
  const nothing = { added: '', isDrawnBeside: false, marks: [], pictures: null }
  return { status: 'compared', text: 'different', picture: 'different', groups, ...nothing, ...more }
}

const named = (file: ComparedFile) => nameDifferences(file, '7K3M-9QXT-2VBD-8RWN')

describe('what differs', () => {
  it.each([
    [0, 'other'],
    [1, 'other'],
    [2, 'name'],
    [3, 'achievement'],
    [4, 'event'],
    [5, 'registration_number'],
    [6, 'registration_number'],
    [8, 'date'],
    [9, 'other'],
    [10, 'serial'],
  ])('in group %i of the page is called %s', (index, field) => {
    expect(named(compared({ [index]: { found: 'X', differs: true } }))).toEqual([
      { field, issued: WORDS[index], found: 'X' },
    ])
  })

  it('in the picture alone repeats no words that cannot be trusted', () => {
    const changes = { 2: { found: 'Ana Müller', isDrawnOtherwise: true } }
    const [name] = named(compared(changes, { text: 'unreadable' }))
    expect(name).toEqual({ field: 'name', issued: 'Ana Müller', found: '' })
  })

  it('is not what only moved, where words differ', () => {
    const changes = { 2: { found: 'Mallory', differs: true }, 3: { isDrawnOtherwise: true } }
    expect(named(compared(changes)).map(({ field }) => field)).toEqual(['name'])
  })

  it('beside all words is something else', () => {
    const other = { field: 'other', issued: '', found: 'with honours' }
    expect(named(compared({}, { added: 'with honours' }))).toEqual([other])
    expect(named(compared({}, { text: 'same', isDrawnBeside: true }))).toEqual([{ ...other, found: '' }])
  })

  it('is shown without what turns or hides it, and cut', () => {
    const found = `\u202eyrollaM\u200b\u0000\ue000${'x'.repeat(300)}`
    const [name] = named(compared({ 2: { found, differs: true } }))
    expect(name?.found).toMatch(/^yrollaMx{193}$/)
  })
})
