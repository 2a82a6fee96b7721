import type { ReactNode } from 'react'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'
import { PASSPORT_MANAGE } from './passport-view'

interface Props {
  translator: Translator
  host: string
  children: ReactNode
}

/** A page of whoever manages a passport. All are called the same: a title lives on in histories. */
export function PassportDocument({ translator, host, children }: Props) {
  const page = translator.t('passportLink.heading')
  return (
    <StaticDocument translator={translator} host={host} path={PASSPORT_MANAGE} page={page} script="passport">
      {children}
    </StaticDocument>
  )
}
