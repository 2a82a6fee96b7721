import { DeskDocument } from '@/components/desk/desk-document'
import { Field } from '@/components/desk/field'
import { Notice } from '@/components/desk/notice'
import { deskText } from '@/lib/i18n/desk/text'
import { PasskeyButton } from './passkey-button'

interface SignInProps {
  host: string
  /** The path of the desk to open next. */
  next: string
  refused: boolean
}

/** E-mail and password. */
export function SignInPage(
  props: Omit<SignInProps, 'refused'> & {
    refused: 'password' | 'passkey' | null
    email: string
    /** Whether somebody had sent a form, which was not kept. */
    typed?: boolean
  },
) {
  const { host, next, refused, email, typed } = props
  return (
    <DeskDocument host={host} title={deskText('signIn.heading')} viewer={null}>
      <div className="sheet">
        <section>
          <h1>{deskText('signIn.heading')}</h1>
          <p className="lead">{deskText('signIn.lead')}</p>
          {typed && <p className="plain">{deskText('confirm.typed')}</p>}
          {refused && (
            <Notice tone="problem">{deskText(refused === 'passkey' ? 'passkey.refused' : 'signIn.refused')}</Notice>
          )}
          <form method="post" action="/dashboard/sign-in" className="desk-form">
            <input type="hidden" name="next" value={next} />
            <Field
              name="email"
              label={deskText('signIn.email')}
              type="email"
              autoComplete="username webauthn"
              required
              maxLength={200}
              defaultValue={email}
            />
            <Field
              name="password"
              label={deskText('signIn.password')}
              type="password"
              autoComplete="current-password"
              required
              maxLength={200}
            />
            <button type="submit" className="button primary">
              {deskText('signIn.submit')}
            </button>
          </form>
          <form method="post" action="/dashboard/sign-in/passkey" className="desk-form">
            <input type="hidden" name="next" value={next} />
            <PasskeyButton purpose="sign_in" label={deskText('signIn.passkey')} autofill />
          </form>
          <p className="quiet">{deskText('signIn.invited')}</p>
          <p className="quiet">{deskText('signIn.forgotten')}</p>
        </section>
      </div>
    </DeskDocument>
  )
}

/** The authenticator's code, as second step of signing in. */
export function SignInCodePage({ host, next, refused }: SignInProps) {
  return (
    <DeskDocument host={host} title={deskText('code.heading')} viewer={null}>
      <div className="sheet">
        <section>
          <h1>{deskText('code.heading')}</h1>
          <p className="lead">{deskText('code.lead', { host })}</p>
          {refused && <Notice tone="problem">{deskText('code.refused')}</Notice>}
          <form method="post" action="/dashboard/sign-in/code" className="desk-form">
            <input type="hidden" name="next" value={next} />
            <CodeField />
            <button type="submit" className="button primary">
              {deskText('code.submit')}
            </button>
          </form>
          <p className="quiet">{deskText('code.lost')}</p>
          <p>
            <a href="/dashboard/sign-in">{deskText('code.back')}</a>
          </p>
        </section>
      </div>
    </DeskDocument>
  )
}

/** Six digits. */
export function CodeField() {
  return (
    <Field
      name="code"
      label={deskText('code.label')}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]{6,7}"
      maxLength={7}
      required
      autoFocus
    />
  )
}
