import { expect, it } from 'vitest'
import { readTypedText, serialsInText } from './read-typed-text'

const SITE = 'https://verify.example.org'
const [ONE, OTHER] = ['7K3M-9QXT-2VBD-8RWN', 'H8NC-4R2W-6PTX-9QAK'] as const

const found = (text: string) => serialsInText(text, [SITE])

it.each([
  [`/verify/${ONE}?serial=${OTHER}`, [ONE]],
  [`/verify/${ONE}/?serials=${OTHER}`, [ONE]],
  [`/de/verify/${ONE}?serial=${OTHER}`, [ONE]],
  [`/verify/%257K3M?serial=${OTHER}`, []],
  [`/verify/${ONE}?x=1%26serial=${OTHER}`, [ONE]],
  [`/verify/ACME-2026-17?serial=${OTHER}`, ['ACME-2026-17']],
  [`/verify/?serial=${OTHER}`, [OTHER]],
  [`/api/public/credentials/${ONE}/pdf?serial=${OTHER}`, [ONE]],
  [`/api/public/credentials/verify/${ONE}/receipt?reference=a&serial=${OTHER}`, [ONE]],
  [`/dashboard/certificates/${ONE}?serial=${OTHER}`, [ONE]],
  // Nothing in the path names a certificate.
  [`/verify?serial=${OTHER}`, [OTHER]],
  [`/report?serial=${OTHER}`, [OTHER]],
  [`/de/verify?from=${ONE}&serial=${OTHER}`, [OTHER]],
])('a link of ours names what its page shows, not what stands behind it: %s', (path, serials) =>
  expect(found(`See ${SITE}${path} please`)).toEqual(serials),
)

it('a link of ours names the certificate of its id, whatever serial stands beside that', () => {
  const id = '8b0c2c52-6f0e-4a57-9d7c-1f7f7f0c8f11'
  for (const asked of [
    `?id=${id}`,
    `/?id=${id.toUpperCase()}`,
    `?serial=${OTHER}&id=${id}`,
    `?id=${id}&serial=${OTHER}`,
  ])
    expect(readTypedText(`See ${SITE}/verify${asked} please`, [SITE])).toEqual({ kind: 'id', id })
  expect(found(`${SITE}/report?id=${id}&serial=${OTHER}`)).toEqual([OTHER])
})

it.each([
  `/check-many?serials=${ONE}%0A${OTHER}`,
  `/check-many?serials=${ONE}%0D%0A${OTHER}`,
  `/check-many?serials=${ONE}+${OTHER}`,
  `/check-many?serials=${ONE}%2C${OTHER}`,
  `/check-many?serials=${ONE}%3B%20${OTHER}`,
  `/watch?serial=${ONE}%0A${OTHER}`,
  `/verify?serial=${ONE}%7C${OTHER}`,
  `/verify/${ONE}%20${OTHER}`,
  `/verify/${ONE}%2F..%2F${OTHER}`,
])('a link of ours that names two stands for both: %s', (path) =>
  expect(found(`See ${SITE}${path} please`)).toEqual([ONE, OTHER]),
)

it.each([
  [`/check-many?serials=ACME-2026-17%0AACME-2026-19`, ['ACME-2026-17', 'ACME-2026-19']],
  [`/check-many?serials=${ONE}%0A${ONE}`, [ONE]],
  [`/check-many?serials=Ana%20Lopez%2C${ONE}`, [ONE]],
  [`/verify?serial=7K3M+9QXT+2VBD+8RWN`, [ONE]],
  [`/verify?serial=${ONE}%0A`, [ONE]],
])('and one that names one for this: %s', (path, serials) => expect(found(`${SITE}${path}`)).toEqual(serials))
