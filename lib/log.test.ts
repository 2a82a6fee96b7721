import { expect, it } from 'vitest'
import { describeError, kindsOfError } from './log'

it('writes type, code, message and stack of an error and of its causes, and nothing that hangs on it', () => {
  const cause = Object.assign(new TypeError('within'), { client: { password: 'hunter2' } })
  const error = Object.assign(new Error('gone', { cause }), { code: 'ECONNRESET', parameters: ['Ana'], detail: 'Ana' })
  expect(describeError(error)).toEqual({
    type: 'Error',
    code: 'ECONNRESET',
    message: 'gone',
    stack: error.stack,
    cause: { type: 'TypeError', message: 'within', stack: cause.stack },
  })
})

it('writes every part of an error of several', () => {
  const { errors } = describeError(new AggregateError([new Error('a'), 'b'], 'both'))
  expect(errors?.map(({ type, message }) => [type, message])).toEqual([
    ['Error', 'a'],
    ['string', 'b'],
  ])
})

it('comes to an end with an error that is its own cause', () => {
  const error = new Error('round')
  error.cause = error
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000)
})

it('writes of an error that a caller caused its kinds alone', () => {
  const cause = Object.assign(new Error('aborted by Ana'), { code: 'ECONNRESET' })
  expect(kindsOfError(new SyntaxError('Unexpected token, "Ana Müller" is not valid JSON', { cause }))).toEqual([
    'SyntaxError',
    'Error ECONNRESET',
  ])
  expect(kindsOfError('Ana')).toEqual(['string'])
  const round = new Error('round')
  round.cause = round
  expect(kindsOfError(round).length).toBeLessThan(10)
})
