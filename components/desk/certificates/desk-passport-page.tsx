import { certificatePath } from '@/components/desk/desk-link'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { Notice } from '@/components/desk/notice'
import { OnceField } from '@/components/desk/once-field'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { Fact } from '@/components/site/fact'
import { Serial } from '@/components/verdict/serial'
import { deskText } from '@/lib/i18n/desk/text'
import { MailChoice } from './mail-choice'

interface Props {
  host: string
  viewer: DeskViewer
  certificate: { serial: string; fullName: string; eventTitle: string; mail: boolean }
  once: string
  /** The value in the field. */
  passport: string
  /** Whether it was just added. */
  added: boolean
  problem: FormProblem
}

/** Makes a passport of a certificate, or adds it to one that its holder has. */
export function DeskPassportPage({ host, viewer, certificate, once, passport, added, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('passport.heading'), lead: deskText('passport.lead') }
  const address = certificatePath(certificate.serial)
  return (
    <DeskPage {...page} current="/dashboard/certificates">
      {added && <Notice tone="done">{deskText('passport.added')}</Notice>}
      <dl>
        <Fact term={deskText('field.serial')}>
          <Serial text={certificate.serial} />
        </Fact>
        <Fact term={deskText('field.fullName')}>
          <bdi>{certificate.fullName}</bdi>
        </Fact>
        <Fact term={deskText('field.eventTitle')}>
          <bdi>{certificate.eventTitle}</bdi>
        </Fact>
      </dl>
      <section aria-labelledby="make">
        <h2 id="make">{deskText('passport.make')}</h2>
        <p className="plain">{deskText('passport.makeLead')}</p>
        <IssuerForm viewer={viewer} action={`${address}/passport`} className="desk-form">
          <input type="hidden" name="action" value="make" />
          <OnceField once={once} />
          <label className="choice">
            <input type="checkbox" name="published" value="yes" />
            <span>
              {deskText('passport.publish')}
              <small>{deskText('passport.publishHint')}</small>
            </span>
          </label>
          {certificate.mail && <MailChoice kind="passport" mail />}
          <button type="submit" className="button primary">
            {deskText('passport.make')}
          </button>
        </IssuerForm>
      </section>
      <section aria-labelledby="add">
        <h2 id="add">{deskText('passport.add')}</h2>
        <p className="plain">{deskText('passport.addLead')}</p>
        <IssuerForm viewer={viewer} action={`${address}/passport`} className="desk-form">
          <input type="hidden" name="action" value="add" />
          <Field
            name="passport"
            label={deskText('passport.handle')}
            hint={deskText('passport.handleHint')}
            required
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
            defaultValue={passport}
            problem={problem}
          />
          <button type="submit" className="button">
            {deskText('passport.add')}
          </button>
        </IssuerForm>
      </section>
      <p>
        <a href={address}>{deskText('certificate.back')}</a>
      </p>
    </DeskPage>
  )
}
