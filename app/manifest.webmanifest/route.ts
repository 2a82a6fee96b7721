import { MANIFEST_ICONS, SCAN } from '@/components/site/site-links'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { endpoint } from '@/lib/http/endpoint'
import { requestLanguage, VARY_BY_LANGUAGE } from '@/lib/http/request-language'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'

/** The web app manifest: with it the site can be kept on the home screen and be given pictures. Not counted. */
export const GET = endpoint({}, ({ request }) => {
  const headers = {
    vary: VARY_BY_LANGUAGE,
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  }
  return plainResponse(200, headers, JSON.stringify(manifest(requestLanguage(request.headers))))
})

function manifest(code: LanguageCode) {
  const { t, language, dir } = createTranslator(code)
  return {
    id: '/',
    name: t('site.name'),
    short_name: t('app.shortName'),
    description: t('site.description'),
    lang: language,
    dir,
    start_url: SCAN,
    scope: '/',
    display: 'standalone',
    background_color: '#f6f5f1',
    theme_color: '#f6f5f1',
    icons: MANIFEST_ICONS,
    shortcuts: [
      { name: t('link.scan'), url: SCAN },
      { name: t('link.home'), url: '/' },
      { name: t('fileForm.heading'), url: '/verify/file' },
    ],
    share_target: {
      action: SCAN,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'picture', accept: ['image/*', 'application/pdf', '.pdf'] }] },
    },
  }
}
