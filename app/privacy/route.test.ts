import { beforeAll, describe, expect, it } from 'vitest'
import { SITE_LINKS } from '@/components/site/site-links'
import { parseEnv, setEnv } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { LANGUAGES } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { GET } from './route'

beforeAll(async () => {
  setEnv(parseEnv({ BASE_URL: 'https://verify.example.org' }))
  await loadReach(parseEnv({}))
})

const ask = (language: string) =>
  GET(new Request('https://verify.example.org/privacy', { headers: { 'accept-language': language } }))

describe('GET /privacy', () => {
  it.each(LANGUAGES)(
    'says in $code what is kept and what can be asked for, without a script',
    async ({ code, dir }) => {
      const response = await ask(code)
      expect(response.status).toBe(200)
      const html = await response.text()
      const { t } = createTranslator(code)
      expect(html).toContain(`<html lang="${code}" dir="${dir}"`)
      for (const key of [
        'privacy.certificateKept',
        'privacy.rightsErase',
        'privacy.checkCount',
        'privacy.desk',
      ] as const)
        expect(html).toContain(t(key))
      expect(/<title>([^<]*)/.exec(html)?.[1]).toContain(`${t('privacy.heading')} · `)
      expect(html).not.toContain('<script')
    },
  )

  it('is linked from the foot of every page', () => {
    expect(SITE_LINKS.map(({ href }) => href)).toContain('/privacy')
  })
})
