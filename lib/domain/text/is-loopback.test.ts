import { expect, it } from 'vitest'
import { isLoopback, isLoopbackHttp } from './is-loopback'

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['[::1]', true],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['::11', false],
  ['10.0.0.1', false],
])('%s is this machine: %s', (host, is) => expect(isLoopback(host)).toBe(is))

it.each([
  ['http://localhost:3000/log', true],
  ['http://[::1]', true],
  ['https://localhost/', false],
  ['http://localhost@evil.example/', false],
  ['http://localhost:80@evil.example/', false],
  ['http://evil.example/localhost', false],
  ['localhost', false],
])('%s is http to it: %s', (address, is) => expect(isLoopbackHttp(address)).toBe(is))
