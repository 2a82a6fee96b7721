import { expect, it } from 'vitest'
import { withPeerAddress } from '@/lib/http/request-context'
import { LANGUAGES } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { newAddress } from '@/test/verify-requests'
import { GET } from './route'

useServiceDatabase()

const ask = (language: string) =>
  GET(
    withPeerAddress(
      new Request('https://verify.test/passport', { headers: { 'accept-language': language } }),
      newAddress(),
    ),
  )

it.each(LANGUAGES)('says what a passport is and who gives its link in $code', async ({ code }) => {
  const response = await ask(code)
  const html = await response.text()
  const { t } = createTranslator(code)
  expect(response.status).toBe(200)
  expect(response.headers.get('x-robots-tag')).toContain('noindex')
  for (const key of ['what', 'link', 'lostHeading', 'lost'] as const) expect(html).toContain(t(`passportStart.${key}`))
  expect(html).toContain('action="/passport/manage"')
})

it('is the same whoever has a passport', async () => {
  const before = await (await ask('en')).text()
  await createPassportByOperator([await issueOne(await mintIssuer())])
  expect(await (await ask('en')).text()).toBe(before)
})
