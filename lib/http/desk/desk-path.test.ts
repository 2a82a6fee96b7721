import { describe, expect, it } from 'vitest'
import { deskPath } from './desk-path'

describe('deskPath', () => {
  it.each([
    '/dashboard',
    '/dashboard?x=y',
    '/dashboard/certificates/A%2F12-3/withdraw',
    '/dashboard/certificates/A%2F..%2F12%20%C3%A9?q=%2F%2Fevil.example',
  ])('keeps %s as it is', (path) => {
    expect(deskPath(path)).toBe(path)
  })

  it.each([
    null,
    '',
    '/',
    '/dashboardx',
    '/verify/x',
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    'https://evil.example/dashboard',
    '/dashboard/../verify/x',
    '/dashboard/%2e%2e/verify/x',
    '/\t/evil.example',
  ])('leads %s to the start', (path) => {
    expect(deskPath(path)).toBe('/dashboard')
  })
})
