import { headers } from 'next/headers'
import { PATH_HEADER } from '@/lib/http/request-context'
import { requestLanguage } from '@/lib/http/request-language'
import { createTranslator, type Translator } from '@/lib/i18n/translate'

/** The translator in the language of the visitor of a page that Next renders. */
export async function pageTranslator(): Promise<Translator> {
  return createTranslator(requestLanguage(await headers()))
}

/** The path and query under which a page that Next renders was asked for. */
export async function pagePath(): Promise<string> {
  return (await headers()).get(PATH_HEADER) ?? '/'
}
