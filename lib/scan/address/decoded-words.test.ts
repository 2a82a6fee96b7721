import { afterEach, expect, it, vi } from 'vitest'
import { ofAnswers } from '@/lib/scan/list/answered-lists'
import { LONGEST_LIST } from '@/lib/scan/typed/read-serials'
import { withoutCodes } from './decoded-words'

const ORIGINS = ['https://verify.example.org'] as const

afterEach(() => vi.restoreAllMocks())

it.each(['% ', '%\n', '","%', '-->%', '%FF ', '%E2%82 ', '%C0%80\n', 'x.test/%', '=3A=2F=FF ', '%25%FF '])(
  'decodes nothing of a list full of %j that is no code, since to fail takes far longer than to see it',
  (word) => {
    const decoding = vi.spyOn(globalThis, 'decodeURIComponent')
    ofAnswers({ texts: [word.repeat(LONGEST_LIST / word.length)], answers: [] }, ORIGINS)
    expect(decoding.mock.results.filter(({ type }) => type === 'throw')).toEqual([])
  },
)

it('leaves what is no code beside what is one', () => {
  expect(withoutCodes('100% %FF 7K3M%2D9QXT%2D2VBD%2D8RWN %C3%A4')).toBe('100% %FF 7K3M-9QXT-2VBD-8RWN ä')
})
