import { CheckManyButton } from '@/components/many/check-many-button'
import { passportPath } from '@/components/passport/passport-view'
import { BADGES, RECEIPTS, SCAN } from '@/components/site/site-links'
import { FILE_PATH, verdictPath } from '@/components/verdict/verdict-view'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import type { Belonging } from '@/lib/scan/typed/where-it-belongs'

/** The page that belongs to something that was put into the wrong box, and the sentence about it. */
type Way = { words: MessageKey; label: MessageKey; href: string }

const PAGES: Record<'badge' | 'receipt' | 'pdf' | 'picture', Way> = {
  badge: { words: 'wrongBox.badge', label: 'link.badges', href: BADGES },
  receipt: { words: 'wrongBox.receipt', label: 'link.receipts', href: RECEIPTS },
  pdf: { words: 'wrongBox.pdf', label: 'fileForm.heading', href: FILE_PATH },
  picture: { words: 'wrongBox.picture', label: 'link.scan', href: SCAN },
}

/** Says what something looks like that came into the wrong box, and leads to the page that checks it. */
export function WrongBox({ belongs, translator }: { belongs: Belonging; translator: Translator }) {
  const { t } = translator
  const way = wayOf(belongs)
  return (
    <>
      <p>{t(way?.words ?? 'wrongBox.several')}</p>
      <div className="retry">
        {belongs.kind === 'several' && <CheckManyButton list={belongs.list} translator={translator} />}
        {way && (
          <a className="button primary" href={way.href}>
            {t(way.label)}
          </a>
        )}
      </div>
    </>
  )
}

/** Null for several serials, which are not sent by a link. */
function wayOf(belongs: Belonging): Way | null {
  switch (belongs.kind) {
    case 'several':
      return null
    case 'serial':
      return { words: 'wrongBox.certificate', label: 'wrongBox.open', href: verdictPath(belongs.serial) }
    case 'id':
      return { words: 'wrongBox.certificate', label: 'wrongBox.open', href: `/verify?id=${belongs.id}` }
    case 'passport':
      return { words: 'wrongBox.passport', label: 'passportLink.open', href: passportPath(belongs.handle) }
    default:
      return PAGES[belongs.kind]
  }
}
