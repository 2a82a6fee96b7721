import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import { OnceField } from '@/components/desk/once-field'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { WEBHOOK_KINDS } from '@/lib/contract/webhook/webhook-kinds'
import { deskText } from '@/lib/i18n/desk/text'
import { WEBHOOKS } from './webhook-of-desk'

interface Props {
  host: string
  viewer: DeskViewer
  once: string
  typed: { url: string; kinds: readonly string[] }
  problem: string | null
}

/** Asks for the address of a new webhook, and for what it is told. */
export function NewWebhookPage({ host, viewer, once, typed, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('webhooks.new'), lead: deskText('newWebhook.lead') }
  return (
    <DeskPage {...page} current={WEBHOOKS}>
      <IssuerForm viewer={viewer} action={`${WEBHOOKS}/new`} className="desk-form">
        <OnceField once={once} />
        <Field
          name="url"
          type="url"
          dir="ltr"
          label={deskText('webhooks.address')}
          hint={deskText('newWebhook.addressHint')}
          placeholder="https://"
          required
          maxLength={2048}
          autoComplete="off"
          defaultValue={typed.url}
        />
        <fieldset className="desk-choices">
          <legend>{deskText('webhooks.events')}</legend>
          {WEBHOOK_KINDS.map((kind) => (
            <label key={kind} className="desk-choice">
              <input type="checkbox" name="kind" value={kind} defaultChecked={typed.kinds.includes(kind)} />
              <span>{deskText(`webhooks.kind.${kind}`)}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" className="button primary">
          {deskText('newWebhook.submit')}
        </button>
      </IssuerForm>
      <p>
        <a href={WEBHOOKS}>{deskText('webhooks.back')}</a>
      </p>
    </DeskPage>
  )
}
