import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field, FieldProblemText } from '@/components/desk/field'
import { type FormProblem, markOf } from '@/components/desk/field-problem'
import { OnceField } from '@/components/desk/once-field'
import { FormPage } from '@/components/desk/organization/form-page'
import { WEBHOOK_KINDS } from '@/lib/contract/webhook/webhook-kinds'
import { deskText } from '@/lib/i18n/desk/text'
import { WEBHOOKS } from './webhook-of-desk'

interface Props {
  host: string
  viewer: DeskViewer
  once: string
  typed: { url: string; kinds: readonly string[] }
  problem: FormProblem
}

/** Asks for the address of a new webhook, and for what it is told. */
export function NewWebhookPage({ host, viewer, once, typed, problem }: Props) {
  const { own, marks } = markOf('kind', null, problem)
  const page = { host, viewer, problem, heading: deskText('webhooks.new'), lead: deskText('newWebhook.lead') }
  return (
    <FormPage
      {...page}
      current={WEBHOOKS}
      action={`${WEBHOOKS}/new`}
      submit={deskText('newWebhook.submit')}
      back={deskText('webhooks.back')}
    >
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
        problem={problem}
      />
      <fieldset className="desk-choices">
        <legend>{deskText('webhooks.events')}</legend>
        {WEBHOOK_KINDS.map((kind, index) => (
          <label key={kind} className="desk-choice">
            <input
              type="checkbox"
              name="kind"
              value={kind}
              defaultChecked={typed.kinds.includes(kind)}
              {...(index === 0 && { id: 'kind', ...marks })}
            />
            <span>{deskText(`webhooks.kind.${kind}`)}</span>
          </label>
        ))}
        <FieldProblemText name="kind" text={own} />
      </fieldset>
    </FormPage>
  )
}
