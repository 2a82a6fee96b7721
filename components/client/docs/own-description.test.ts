import { expect, it } from 'vitest'
import { ownDescription } from './own-description'

it('sends requests to where the page came from, and to nowhere else', () => {
  const given = { openapi: '3.1.0', servers: [{ url: 'https://verify.example' }, { url: 'https://other.example' }] }
  expect(ownDescription(given, 'http://localhost:3000')).toEqual({
    openapi: '3.1.0',
    servers: [{ url: 'http://localhost:3000' }],
  })
})
