import { describe, expect, it } from 'vitest'
import { chosenCell, findRepeatedChoice, joinedName } from './chosen-columns'

describe('chosenCell', () => {
  it('joins the cells of the full name in their order, and leaves out empty ones', () => {
    const columns = ['full_name', 'email', 'full_name', 'full_name'] as const
    expect(chosenCell([' Ana ', 'a@x.example', '', 'Lopez'], columns, 'full_name')).toBe('Ana Lopez')
    expect(chosenCell(['', 'a@x.example', '', ' '], columns, 'full_name')).toBe('')
    expect(chosenCell(['Ana', ' a@x.example'], columns, 'email')).toBe('a@x.example')
    expect(chosenCell(['Ana'], columns, 'achievement')).toBe('')
  })
})

describe('findRepeatedChoice', () => {
  it('names the second of two columns that hold the same, but for the full name', () => {
    expect(findRepeatedChoice(['full_name', null, 'full_name', null, 'email'])).toBeNull()
    expect(findRepeatedChoice(['email', 'full_name', 'event_title', 'email', 'event_title'])).toBe(3)
  })
})

describe('joinedName', () => {
  it('shows the first name that there is', () => {
    const table = {
      head: ['First', 'Last ', 'Course'],
      samples: [
        ['', '', 'Knots'],
        ['Ana', 'Lopez'],
        ['Bo', 'Li'],
      ],
    }
    expect(joinedName(table, ['full_name', 'full_name', null])).toEqual({
      columns: ['First', 'Last'],
      name: 'Ana Lopez',
    })
    expect(joinedName(table, ['full_name', null, 'event_title'])).toBeNull()
  })
})
