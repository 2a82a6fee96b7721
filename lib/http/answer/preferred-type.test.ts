import { describe, expect, it } from 'vitest'
import { preferredType } from './preferred-type'

const VC = 'application/vc'
const JWT = 'application/vc+jwt'
const ask = (accept: string | null) => preferredType(accept, [VC, JWT])

describe('preferredType', () => {
  it.each([
    [null, VC],
    ['', VC],
    ['*/*', VC],
    ['application/*', VC],
    ['text/html, image/gif, *; q=.2, */*; q=.2', VC],
    ['application/vc', VC],
    ['application/vc+jwt', JWT],
    ['APPLICATION/VC+JWT', JWT],
    ['application/vc+jwt;profile="x"', JWT],
    ['application/vc+jwt, application/vc', VC],
    ['application/vc+jwt, application/vc;q=0.9', JWT],
    ['application/vc+jwt;q=0.9, application/vc', VC],
    ['application/vc+jwt; Q=0.5, */*; q=0.1', JWT],
    ['application/vc+jwt, */*', JWT],
    ['application/vc+jwt;q=0.2, */*', VC],
    ['application/vc+jwt;q=0, */*', VC],
    ['application/vc;q=0, */*', JWT],
    ['application/vc;q=0', VC],
    ['application/vc;q=0, application/vc+jwt;q=0', VC],
    ['application/*;q=0, application/vc+jwt;q=0.001', JWT],
    ['application/vc+jwt;q=2', VC],
    ['application/vc+jwt;q=-1', VC],
    ['application/vc+jwt;q=', VC],
    ['application/vc+jwt;q=1e0', VC],
    ['text/html', VC],
    ['application/vc+jwtx, application/v', VC],
    ['__proto__, constructor', VC],
    [',,,;q=1,;;;', VC],
    [`${'text/x-0;q=0.1,'.repeat(4000)}application/vc+jwt`, VC],
  ])('of %j gives %s', (accept, expected) => expect(ask(accept)).toBe(expected))
})
