import { Message } from '@/components/site/message'
import type { BadgeCheckResult, BadgeFinding } from '@/lib/domain/badge/finding'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  checks: readonly BadgeCheckResult[]
  translator: Translator
}

/**
 * Everything that is wrong, odd or could not be reached: what it is, how to correct it, and where in the badge it is.
 */
export function BadgeFindings({ checks, translator }: Props) {
  const { t } = translator
  const of = (undetermined: boolean) =>
    checks.filter(({ status }) => (status === 'undetermined') === undetermined).flatMap(({ errors }) => errors)
  const wrong = of(false)
  const unreached = of(true)
  const warnings = checks.flatMap((check) => check.warnings)
  return (
    <>
      <Findings heading={t('badgeFindings.wrong')} findings={wrong} area="code" translator={translator} />
      <Findings heading={t('badgeFindings.unreached')} findings={unreached} area="code" translator={translator} />
      <Findings heading={t('badgeFindings.odd')} findings={warnings} area="warning" translator={translator} />
    </>
  )
}

interface ListProps<Area extends string> {
  heading: string
  findings: readonly BadgeFinding<string>[]
  area: Area
  translator: Translator
}

function Findings({ heading, findings, area, translator }: ListProps<'code' | 'warning'>) {
  if (findings.length === 0) return null
  return (
    <section data-verdict>
      <h2>{heading}</h2>
      <ul className="badge-findings">
        {findings.map((finding, index) => (
          <li key={index}>
            {translator.t(`badge.${area}.${finding.code}` as MessageKey)}
            <Place finding={finding} translator={translator} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where it stands and what was found there: for whoever has to mend it. */
function Place({ finding: { path, detail }, translator }: { finding: BadgeFinding<string>; translator: Translator }) {
  const code = (
    <code dir="ltr" translate="no">
      {path}
    </code>
  )
  const found = (
    <bdi lang="en" translate="no">
      {detail}
    </bdi>
  )
  return (
    <>
      {path !== '$' && (
        <span className="badge-place">
          <Message translator={translator} id="badgeFindings.where" values={{ path: code }} />
        </span>
      )}
      {detail !== null && (
        <span className="badge-place">
          <Message translator={translator} id="badgeFindings.found" values={{ detail: found }} />
        </span>
      )}
    </>
  )
}
