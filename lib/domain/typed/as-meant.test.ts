import { describe, expect, it } from 'vitest'
import { serialKey } from '@/lib/domain/certificate/serial'
import { asMeant } from './as-meant'

const OWN = '7K3M-9QXT-2VBD-8RWN'
const POINTS = '7k3m.9qxt.2vbd.8rwn'
const among =
  (...known: string[]) =>
  (keys: string[]) =>
    Promise.resolve(new Set(keys.filter((key) => known.includes(key))))
const [OWN_KEY, POINTS_KEY] = ['7K3M9QXT2VBD8RWN', '7K3M.9QXT.2VBD.8RWN']

describe('a serial with points in it', () => {
  it.each<[string, string[], string]>([
    ['stands for ours where that exists', [OWN_KEY], OWN],
    ['is what it is where that exists', [POINTS_KEY], POINTS],
    ['is what it is where both exist', [OWN_KEY, POINTS_KEY], POINTS],
    ['is what it is where none exists', [], POINTS],
  ])('%s', async (_, known, meant) => {
    expect(await asMeant(['NS/2024/0042', POINTS], among(...known))).toEqual(['NS/2024/0042', meant])
  })

  it('stands beside ours once', async () => {
    expect(await asMeant([POINTS, OWN, POINTS.replaceAll('.', '_')], among(OWN_KEY))).toEqual([OWN])
  })
})

describe.each([
  ['a number of an issuer', 'A/2026-0001-2345-6786', '2026-0001-2345-6786'],
  ['the name of a file', `certificate-${OWN}.pdf`, OWN],
])('%s in which a serial of ours could stand', (_, written, inside) => {
  it.each<[string, string[], string]>([
    ['is what it is where that exists', [serialKey(written)], written],
    ['is what it is where both exist', [serialKey(written), serialKey(inside)], written],
    ['is what it is where none exists', [], written],
    ['stands for ours where that alone exists', [serialKey(inside)], inside],
  ])('%s', async (_case, known, meant) => {
    const asked: string[] = []
    const exist = (keys: string[]) => (asked.push(...keys), among(...known)(keys))
    expect(await asMeant([written, 'BQ-17', written], exist)).toEqual([meant, 'BQ-17'])
    expect(asked).toHaveLength(2)
  })
})

it('asks nothing where no text may stand for another', async () => {
  const serials = [OWN, '7k3m.9qxt.2vbd.8rwm', 'NS/2024/0042', '']
  expect(await asMeant(serials, () => Promise.reject(new Error('asked')))).toEqual(serials)
})
