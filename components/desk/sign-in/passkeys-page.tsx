import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { ACCOUNT } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { AccountForm } from './account-form'
import { PasskeyButton } from './passkey-button'

const ACTION = '/dashboard/account/passkeys'

interface Passkey {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

interface Props {
  host: string
  viewer: DeskViewer
  passkeys: Passkey[]
  /** The values in the forms that were sent: the name of a new one, or of one of these by its id. */
  typed: { id: string | null; name: string } | null
  /** The name of a passkey’s own form is at the field `name-` with its id. */
  problem: FormProblem
}

/** A person's passkeys. */
export function PasskeysPage({ host, viewer, passkeys, typed, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('passkeys.heading'), lead: deskText('passkeys.lead') }
  return (
    <DeskPage {...page} current="/dashboard/account">
      {passkeys.map((passkey, index) => (
        <OnePasskey key={passkey.id} {...{ viewer, passkey, index, typed, problem }} />
      ))}
      <h2>{deskText('passkeys.addHeading')}</h2>
      <AccountForm viewer={viewer} action={ACTION} className="desk-form">
        <Field
          name="name"
          label={deskText('passkeys.name')}
          hint={deskText('passkeys.nameHint')}
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={typed?.id === null ? typed.name : ''}
          problem={problem}
        />
        <PasskeyButton purpose="add" label={deskText('passkeys.add')} primary />
      </AccountForm>
      <p>
        <a href={ACCOUNT}>{deskText('account.back')}</a>
      </p>
    </DeskPage>
  )
}

interface OneProps extends Pick<Props, 'viewer' | 'typed' | 'problem'> {
  passkey: Passkey
  index: number
}

function OnePasskey({ viewer, passkey, index, typed, problem }: OneProps) {
  const { id, name, createdAt, lastUsedAt } = passkey
  return (
    <section className="desk-passkey" aria-labelledby={`passkey-${index}`}>
      <h2 id={`passkey-${index}`}>
        <bdi>{name}</bdi>
      </h2>
      <p className="quiet">
        {deskParts('passkeys.since', { moment: <DeskMoment key="since" date={createdAt} /> })}{' '}
        {lastUsedAt
          ? deskParts('passkeys.used', { moment: <DeskMoment key="used" date={lastUsedAt} /> })
          : deskText('passkeys.notUsed')}
      </p>
      <AccountForm viewer={viewer} action={ACTION} className="desk-form">
        <input type="hidden" name="passkey" value={id} />
        <Field
          id={`name-${id}`}
          name="name"
          label={deskText('passkeys.name')}
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={typed?.id === id ? typed.name : name}
          problem={problem}
        />
        <div className="buttons">
          <button type="submit" name="do" value="rename" className="button">
            {deskText('passkeys.rename')}
          </button>
          <button type="submit" name="do" value="remove" className="button" formNoValidate>
            {deskText('passkeys.remove', { name })}
          </button>
        </div>
      </AccountForm>
    </section>
  )
}
