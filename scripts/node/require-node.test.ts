import { expect, it } from 'vitest'
import { refusalOf } from './require-node.mjs'

it.each(['20.19.0', '20.20.2', '22.12.0', '22.23.3', '23.0.0', '24.0.0', '26.10.0'])('takes Node %s', (version) => {
  expect(refusalOf(version)).toBeNull()
})

it.each(['16.20.2', '18.20.4', '20.9.0', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])('refuses Node %s', (version) => {
  expect(refusalOf(version)).toBe(`This needs Node 20.19, 22.12 or later, and this is ${version}.`)
})
