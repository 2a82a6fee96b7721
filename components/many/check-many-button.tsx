import { CHECK_MANY } from '@/components/site/site-links'
import type { Translator } from '@/lib/i18n/translate'

/** The button that checks each of several serials by itself, without anything to type. */
export function CheckManyButton({ list, translator }: { list: string; translator: Translator }) {
  return (
    <form action={CHECK_MANY} method="post">
      <input type="hidden" name="serials" value={list} />
      <button type="submit" className="button primary">
        {translator.t('link.checkMany')}
      </button>
    </form>
  )
}
