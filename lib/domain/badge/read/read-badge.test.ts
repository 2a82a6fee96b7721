import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBadge } from './read-badge'

const SAMPLES = new URL('../../../../test/data/badges/samples/', import.meta.url)
const statusesOf = (bytes: Uint8Array) => readBadge(bytes).checks.map(({ id, status }) => `${id} ${status}`)
const sample = (path: string) => new Uint8Array(readFileSync(new URL(path, SAMPLES)))

describe('the picture around a badge', () => {
  it('is not looked at where there is none', () => {
    expect(statusesOf(sample('1edtech-ob30/simple.json'))).toEqual([
      'size passed',
      'unbake not_applicable',
      'parse passed',
      'format passed',
    ])
    expect(statusesOf(Buffer.from('{'))).toEqual([
      'size passed',
      'unbake not_applicable',
      'parse failed',
      'format not_run',
    ])
  })

  it('is sound where the badge was taken out of it', () => {
    expect(statusesOf(sample('1edtech-ob30/simple-jwt.png'))[1]).toBe('unbake passed')
  })
})
