import { describe, expect, it } from 'vitest'
import { scanOutcome } from './scan-outcome'

const ORIGIN = 'https://verify.example.org'
const OURS = `${ORIGIN}/verify/7K3M-9QXT-2VBD-8RWN`
const ANOTHER = `${ORIGIN}/verify/H8NC-4R2W-6PTX-9QAK`
const ELSEWHERE = 'https://look-alike.example/verify/7K3M-9QXT-2VBD-8RWN'
const outcome = (...texts: [string, ...string[]]) => scanOutcome(texts, [ORIGIN])

describe('scanOutcome', () => {
  it.each([[[OURS]], [['WIFI:S:office;;', ELSEWHERE, OURS]], [[OURS, OURS, '7K3M9QXT2VBD8RWN']]])(
    'opens the one certificate of ours in %j',
    (texts) => {
      expect(outcome(...(texts as [string]))).toMatchObject({
        kind: 'verify',
        path: expect.stringMatching(/^\/verify\//),
      })
    },
  )

  it('leaves two of ours to the person, and offers nothing else', () => {
    const several = outcome(ELSEWHERE, OURS, ANOTHER, OURS)
    expect(several).toMatchObject({ kind: 'several', choices: [{ kind: 'verify' }, { kind: 'verify' }] })
  })

  it('warns of another site before it shows a text', () => {
    expect(outcome('hello', ELSEWHERE)).toMatchObject({ kind: 'elsewhere', host: 'look-alike.example' })
  })

  it('shows the first text where nothing leads anywhere', () => {
    expect(outcome('first words', 'second words')).toMatchObject({ kind: 'text', text: 'first words' })
  })
})
