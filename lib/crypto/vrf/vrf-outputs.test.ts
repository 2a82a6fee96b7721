import fc from 'fast-check'
import { expect, it } from 'vitest'
import { proveVrf, verifyVrf, vrfPublicKey } from './ecvrf'
import { VrfOutputs } from './vrf-outputs'

const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 })
const inputs = fc.array(fc.uint8Array({ maxLength: 100 }), { minLength: 1, maxLength: 4 })

/** RFC 9381, appendix B.3, examples 16, 17 and 18. */
it.each([
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    '',
    '90cf1df3b703cce59e2a35b925d411164068269d7b2d29f3301c03dd757876ff66b71dda49d2de59d03450451af026798e8f81cd2e333de5cdf4f3e140fdd8ae',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '72',
    'eb4440665d3891d668e7e0fcaf587f1b4bd7fbfe99d0eb2211ccec90496310eb5e33821bc613efb94db5e5b54c70a848a0bef4553a41befc57663b56373a5031',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'af82',
    '645427e5d00c62a23fb703732fa5d892940935942101e456ecca7bb217c61c452118fec1219202a0edcf038bb6373241578be7217ba85a2687f7a0310b2df19f',
  ],
])('gives the output of the RFC for the key %s', (secret, input, output) => {
  expect(new VrfOutputs(Buffer.from(secret, 'hex')).of(Buffer.from(input, 'hex')).toString('hex')).toBe(output)
})

it('gives for every key and input what the proof proves', () => {
  fc.assert(
    fc.property(secrets, inputs, (secret, texts) => {
      const outputs = new VrfOutputs(secret)
      for (const text of texts) {
        const { output, proof } = proveVrf(secret, text)
        expect(outputs.of(text)).toEqual(output)
        expect(verifyVrf(vrfPublicKey(secret), text, proof)).toEqual(output)
      }
    }),
    { numRuns: 12 },
  )
})

it('takes 32 bytes and no others', () => {
  expect(() => new VrfOutputs(Buffer.alloc(31))).toThrow(TypeError)
})
