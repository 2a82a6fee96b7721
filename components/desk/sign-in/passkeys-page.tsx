import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { ACCOUNT } from '@/components/desk/desk-paths'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
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
  problem: string | null
}

/** A person's passkeys. */
export function PasskeysPage({ host, viewer, passkeys, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('passkeys.heading'), lead: deskText('passkeys.lead') }
  return (
    <DeskPage {...page} current="/dashboard/account">
      {passkeys.map((passkey, index) => (
        <OnePasskey key={passkey.id} passkey={passkey} index={index} />
      ))}
      <h2>{deskText('passkeys.addHeading')}</h2>
      <form method="post" action={ACTION} className="desk-form">
        <Field
          name="name"
          label={deskText('passkeys.name')}
          hint={deskText('passkeys.nameHint')}
          required
          maxLength={60}
          autoComplete="off"
        />
        <PasskeyButton purpose="add" label={deskText('passkeys.add')} primary />
      </form>
      <p>
        <a href={ACCOUNT}>{deskText('account.back')}</a>
      </p>
    </DeskPage>
  )
}

function OnePasskey({ passkey, index }: { passkey: Passkey; index: number }) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const field = `name-${index}`
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
      <form method="post" action={ACTION} className="desk-form">
        <input type="hidden" name="passkey" value={id} />
        <div className="field">
          <label htmlFor={field}>{deskText('passkeys.name')}</label>
          <input id={field} name="name" required maxLength={60} autoComplete="off" defaultValue={name} />
        </div>
        <div className="buttons">
          <button type="submit" name="do" value="rename" className="button">
            {deskText('passkeys.rename')}
          </button>
          <button type="submit" name="do" value="remove" className="button" formNoValidate>
            {deskText('passkeys.remove', { name })}
          </button>
        </div>
      </form>
    </section>
  )
}
