import { Fragment, type ReactElement } from 'react'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

interface MessageProps {
  translator: Translator
  id: MessageKey
  values?: Record<string, string | number | ReactElement>
}

/** One message of the catalogue whose values may be elements, such as a name that is isolated for direction. */
export function Message({ translator, id, values = {} }: MessageProps) {
  return translator.parts<ReactElement>(id, values).map((part, index) => <Fragment key={index}>{part}</Fragment>)
}
