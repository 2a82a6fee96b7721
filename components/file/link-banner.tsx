import type { ReactElement } from 'react'
import { Message } from '@/components/site/message'
import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  /** The host that the link leads to, or the element that a script fills with it. It is never a link here. */
  host: string | ReactElement
  /** Whether the host could be taken for ours. */
  lookalike: boolean
  /** Whether our name stands in it behind that host, as mail programs write links. */
  rewritten?: boolean
  /** This site's own host. */
  ours: string | ReactElement
  translator: Translator
  /** 2 where the page has a heading of its own. */
  level?: 1 | 2
}

/** Heading and sentences where somebody put a link to another site into the field for a serial. */
export function LinkBanner({ host, lookalike, rewritten = false, ours, translator, level }: Props) {
  const { t } = translator
  const values = { host: <bdi translate="no">{host}</bdi>, ours: <bdi translate="no">{ours}</bdi> }
  const sentence = lookalike ? 'typed.lookalike' : rewritten ? 'typed.rewritten' : 'typed.other'
  return (
    <VerdictBanner
      level={level}
      tone={lookalike ? 'stop' : 'unknown'}
      heading={t('typed.elsewhere')}
      decision={t(lookalike ? 'scan.elsewhere.sentence' : 'couldNotCheck.sentence')}
    >
      <p>
        <Message translator={translator} id={sentence} values={values} />
      </p>
      <p>{t(rewritten ? 'typed.rewrittenNext' : 'typed.elsewhereNext')}</p>
    </VerdictBanner>
  )
}
