import { expect, it } from 'vitest'
import { parseRecord } from '@/lib/domain/issue/parse-record'
import { deskRefusal } from './refusal'

it('a number in a form that could not be read is said to be one', () => {
  const columns = ['full_name', 'event_title', 'achievement']
  const parsed = parseRecord(columns, ['Ana', 'Knots', '\uFFFC1200'], { now: new Date('2026-11-26T12:00:00Z') })
  const [reason = ''] = parsed.ok ? [] : parsed.reasons
  expect(deskRefusal(reason).text).toMatch(/Achievement.*in a form that could not be read/)
})
