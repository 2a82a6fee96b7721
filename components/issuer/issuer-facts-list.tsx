import type { ReactNode } from 'react'
import { Fact } from '@/components/site/fact'
import { Message } from '@/components/site/message'
import { Day } from '@/components/site/moment'
import { AsIssued } from '@/components/verdict/as-issued'
import type { IssuerProfileWire } from '@/lib/contract/issuer/issuer'
import type { Translator } from '@/lib/i18n/translate'
import { decodedLabel } from '@/lib/scan/read/decoded-label'
import { translateAssurance } from './translate-assurance'

interface Props {
  translator: Translator
  issuer: IssuerProfileWire
}

/** What is known of an issuer, and by whom. */
export function IssuerFactsList({ translator, issuer }: Props) {
  const { t } = translator
  return (
    <section>
      <dl>
        <Fact term={t('field.domain')} note={<DomainNote translator={translator} issuer={issuer} />}>
          {issuer.verified_domain ? (
            <bdi translate="no">{issuer.verified_domain}</bdi>
          ) : (
            <span className="caution">{translateAssurance({ issuer }, translator)}</span>
          )}
        </Fact>
        {issuer.website && <Website translator={translator} address={issuer.website} domain={issuer.verified_domain} />}
        {issuer.description && (
          <Fact term={t('issuer.description')} note={t('issuer.ownWords')}>
            <span className="own-words">
              <AsIssued text={issuer.description} />
            </span>
          </Fact>
        )}
        {issuer.contact && <Contact translator={translator} contact={issuer.contact} domain={issuer.verified_domain} />}
        <Fact term={t('issuer.since')}>
          <Day translator={translator} date={new Date(issuer.since)} />
        </Fact>
        <Fact term={t('issuer.certificates')}>{translator.formatNumber(issuer.certificates)}</Fact>
      </dl>
    </section>
  )
}

function DomainNote({ translator, issuer }: Props) {
  const { t } = translator
  const { verified_domain: domain, domain_check: check, assurance_label: label } = issuer
  if (!domain || !check) return t('issuer.noDomain')
  const letters = domain.split('.').map(decodedLabel).join('.')
  return (
    <>
      <Message
        translator={translator}
        id="issuer.label"
        values={{
          label: (
            <strong className={label === 'Domain check lapsed' ? 'caution' : undefined}>
              {translateAssurance({ issuer }, translator)}
            </strong>
          ),
        }}
      />{' '}
      {letters !== domain && (
        <>
          <Message
            translator={translator}
            id="issuer.ownLetters"
            values={{ domain: <bdi translate="no">{letters}</bdi> }}
          />{' '}
        </>
      )}
      <HowVerified translator={translator} issuer={issuer} check={check} />
    </>
  )
}

function HowVerified({ translator, issuer, check }: Props & { check: NonNullable<IssuerProfileWire['domain_check']> }) {
  const on = (moment: string | null): ReactNode => moment && <Day translator={translator} date={new Date(moment)} />
  const sentence = (id: Sentence, at: string | null) =>
    at && (
      <>
        <Message translator={translator} id={id} values={{ date: <>{on(at)}</> }} />{' '}
      </>
    )
  if (check.method === 'attested') return sentence('issuer.attested', check.verified_at)
  return (
    <>
      {sentence(issuer.assurance_label === 'Domain check lapsed' ? 'issuer.lapsed' : 'issuer.dns', check.verified_at)}
      {sentence('issuer.lastSeen', check.last_seen_at)}
      {check.unanswered_since && (
        <strong className="caution">{sentence('issuer.unanswered', check.unanswered_since)}</strong>
      )}
    </>
  )
}

type Sentence = 'issuer.dns' | 'issuer.attested' | 'issuer.lapsed' | 'issuer.lastSeen' | 'issuer.unanswered'

/** An address under the verified domain can be written to with one click; all else is text. */
function Contact({ translator, contact, domain }: { translator: Translator; contact: string; domain: string }) {
  const { t } = translator
  const host = /^[^\s@]+@([^\s@]+)$/.exec(contact)?.[1]?.toLowerCase() ?? ''
  return (
    <Fact term={t('issuer.contact')} note={t('issuer.ownWords')}>
      {isOwn(host, domain) ? (
        <a href={`mailto:${encodeURIComponent(contact)}`}>
          <AsIssued text={contact} />
        </a>
      ) : (
        <AsIssued text={contact} />
      )}
    </Fact>
  )
}

/** Whether a host is a verified domain, or lies below it. */
function isOwn(host: string, domain: string): boolean {
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`))
}

/** A link only where it leads to the domain that was verified, or below it: the rest is what somebody says. */
function Website({ translator, address, domain }: { translator: Translator; address: string; domain: string }) {
  const { t } = translator
  const { host, hostname } = new URL(address)
  const own = isOwn(hostname, domain)
  const text = <bdi translate="no">{host}</bdi>
  return (
    <Fact term={t('issuer.website')} note={own ? undefined : t('issuer.websiteUnchecked')}>
      {own ? (
        <a href={address} rel="noopener noreferrer nofollow">
          {text}
        </a>
      ) : (
        text
      )}
    </Fact>
  )
}
