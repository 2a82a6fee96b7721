import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Fact } from '@/components/site/fact'
import { issuerPath } from '@/components/site/site-links'
import { AsIssued } from '@/components/verdict/as-issued'
import { hasAction } from '@/lib/domain/desk/role'
import { OWN_WORDS_FIELDS, type OwnWords } from '@/lib/domain/issuer/own-words'
import { deskParts, deskText } from '@/lib/i18n/desk/text'

/** The organization as its page shows it. */
interface DeskOrganization {
  name: string
  slug: string
  domain: string
  assurance: 'none' | 'verified' | 'attested' | 'lapsed'
  suspended: boolean
  did: string
  recordHolds: boolean
  record: { name: string; value: string }
  last: { at: Date; result: 'seen' | 'absent' | 'unanswered' } | null
  seenAt: Date | null
}

interface Props {
  host: string
  viewer: DeskViewer
  organization: DeskOrganization
  words: OwnWords
  /** The words were changed just now. */
  done: boolean
}

/** The organization itself, and the DNS record by which its domain is verified. */
export function OrganizationPage({ host, viewer, organization, words, done }: Props) {
  const { name, slug, did, suspended, recordHolds } = organization
  const problem = !recordHolds
    ? deskText('organization.recordFails')
    : suspended
      ? deskText('organization.suspended')
      : null
  const page = { host, viewer, heading: deskText('organization.heading'), lead: deskText('organization.lead') }
  return (
    <DeskPage
      {...page}
      current="/dashboard/organization"
      problem={problem}
      done={done && deskText('organization.wordsDone')}
    >
      <dl>
        <Fact term={deskText('organization.name')}>
          <AsIssued text={name} />
        </Fact>
        <Fact term={deskText('organization.page')}>
          <a href={issuerPath(slug)}>
            <code dir="ltr">{issuerPath(slug)}</code>
          </a>
        </Fact>
        <Fact term={deskText('organization.did')}>
          <code dir="ltr">{did}</code>
        </Fact>
        <Domain {...organization} />
      </dl>
      <Words words={words} mayChange={viewer.issuer !== null && hasAction(viewer.issuer.role, 'change_own_words')} />
      <DomainRecord {...organization} />
    </DeskPage>
  )
}

function Words({ words, mayChange }: { words: OwnWords; mayChange: boolean }) {
  return (
    <>
      <h2>{deskText('organization.wordsHeading')}</h2>
      <p className="plain">{deskText('organization.wordsLead')}</p>
      <dl>
        {OWN_WORDS_FIELDS.map((field) => {
          const text = words[field]
          return (
            <Fact key={field} term={deskText(`organization.field.${field}`)}>
              {text === null ? (
                <span className="quiet">{deskText('organization.fieldNone')}</span>
              ) : (
                <span className="own-words">
                  <AsIssued text={text} />
                </span>
              )}
            </Fact>
          )
        })}
      </dl>
      {mayChange && (
        <p>
          <a className="button" href="/dashboard/organization/words">
            {deskText('organization.wordsChange')}
          </a>
        </p>
      )}
    </>
  )
}

function Domain({ domain, assurance, last, seenAt }: DeskOrganization) {
  const isUnsure = assurance === 'lapsed' || assurance === 'none'
  return (
    <Fact term={deskText('organization.domain')} note={<Checked last={last} seenAt={seenAt} />}>
      {deskParts('desk.labelled', {
        label: (
          <bdi key="domain" translate="no">
            {domain}
          </bdi>
        ),
        value: (
          <strong key="assurance" className={isUnsure ? 'caution' : undefined}>
            {deskText(`organization.assurance.${assurance}`)}
          </strong>
        ),
      })}
    </Fact>
  )
}

function Checked({ last, seenAt }: Pick<DeskOrganization, 'last' | 'seenAt'>) {
  if (!last) return deskText('organization.neverAsked')
  return (
    <>
      {deskParts(`organization.last.${last.result}`, { moment: <DeskMoment key="last" date={last.at} /> })}
      {seenAt && last.result !== 'seen' && (
        <> {deskParts('organization.seenAt', { moment: <DeskMoment key="seen" date={seenAt} /> })}</>
      )}
    </>
  )
}

function DomainRecord({ assurance, record }: DeskOrganization) {
  const asked = assurance === 'verified' || assurance === 'lapsed'
  return (
    <>
      <h2>{deskText('organization.recordHeading')}</h2>
      <p>{deskText(asked ? 'organization.recordKeep' : 'organization.recordPublish')}</p>
      <dl>
        <Fact term={deskText('organization.recordName')}>
          <code dir="ltr" translate="no">
            {record.name}
          </code>
        </Fact>
        <Fact term={deskText('organization.recordType')}>
          <code dir="ltr" translate="no">
            TXT
          </code>
        </Fact>
        <Fact term={deskText('organization.recordValue')}>
          <code dir="ltr" translate="no">
            {record.value}
          </code>
        </Fact>
      </dl>
    </>
  )
}
