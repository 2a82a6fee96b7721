import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('begins a few requests of an address in each turn, in their order, and those of another at once', async () => {
  const turns = new FairTurns(() => 0)
  const begun: string[] = []
  for (let one = 0; one < 20; one++) turns.take('greedy', () => begun.push(`greedy ${one}`))
  turns.take('other', () => begun.push('other'))
  expect(begun).toEqual([...Array.from({ length: 8 }, (_, one) => `greedy ${one}`), 'other'])
  await turn()
  expect(begun).toHaveLength(17)
  turns.take('other', () => begun.push('other again'))
  expect(begun.at(-1)).toBe('other again')
  await turn()
  expect(begun.filter((name) => name.startsWith('greedy'))).toEqual(
    Array.from({ length: 20 }, (_, one) => `greedy ${one}`),
  )
})

it('has each address wait for itself alone', async () => {
  const turns = new FairTurns(() => 0)
  const begun: string[] = []
  for (let one = 0; one < 30; one++) turns.take('first', () => begun.push('first'))
  for (let one = 0; one < 10; one++) turns.take('second', () => begun.push('second'))
  expect(begun.filter((name) => name === 'second')).toHaveLength(8)
  await turn()
  expect(begun.filter((name) => name === 'second')).toHaveLength(10)
  expect(begun.filter((name) => name === 'first')).toHaveLength(16)
})

it('begins fewer in a turn while turns are long, and one at least', async () => {
  let worked = 0
  const turns = new FairTurns(() => worked)
  const begun: string[] = []
  const greedy = (requests: number) => {
    for (let one = 0; one < requests; one++) turns.take('greedy', () => begun.push('greedy'))
  }
  const begunInATurn = async (milliseconds: number) => {
    worked += milliseconds
    begun.length = 0
    await turn()
    return begun.length
  }
  greedy(60)
  expect(await begunInATurn(20)).toBe(4)
  expect(await begunInATurn(5000)).toBe(1)
  turns.take('other', () => begun.push('other'))
  expect(begun.at(-1)).toBe('other')
  expect(await begunInATurn(2)).toBe(8)
})
