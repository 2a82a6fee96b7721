import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { ACCOUNT } from '@/components/desk/desk-paths'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { shortAddress } from '@/lib/domain/text/short-address'
import { deskText } from '@/lib/i18n/desk/text'
import { AccountForm } from './account-form'
import { browserName } from './browser-name'
import { ReadingForm } from './reading-form'

interface Session {
  id: string
  createdAt: Date
  address: string | null
  userAgent: string | null
  isThis: boolean
}

interface Account {
  hasPassword: boolean
  hasAuthenticatorApp: boolean
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[]
  sessions: Session[]
}

interface Props {
  host: string
  viewer: DeskViewer
  email: string
  account: Account
  done: 'app' | 'password' | 'passkey' | 'removed' | 'ended' | 'reading' | null
}

/** A person's own account. */
export function AccountPage({ host, viewer, email, account, done }: Props) {
  const lead = (
    <>
      <bdi>{viewer.name}</bdi> · <bdi>{email}</bdi>
    </>
  )
  const page = { host, viewer, heading: deskText('account.heading'), lead }
  return (
    <DeskPage {...page} current="/dashboard/account" done={done && deskText(`account.done.${done}`)}>
      <h2>{deskText('account.waysIn')}</h2>
      <WaysIn account={account} />
      <ReadingForm viewer={viewer} />
      <h2>{deskText('account.sessions')}</h2>
      <Sessions {...{ viewer }} sessions={account.sessions} />
    </DeskPage>
  )
}

function WaysIn({ account }: { account: Account }) {
  const { hasPassword, hasAuthenticatorApp: app, passkeys } = account
  return (
    <ul className="desk-ways">
      <li>
        <p>{deskText('account.passkeys', { count: passkeys.length })}</p>
        <a className="button" href={`${ACCOUNT}/passkeys`}>
          {deskText('account.passkeysChange')}
        </a>
      </li>
      {hasPassword && (
        <li>
          <p>{deskText('account.password')}</p>
          <a className="button" href={`${ACCOUNT}/password`}>
            {deskText('account.passwordChange')}
          </a>
        </li>
      )}
      <li>
        <p>{deskText(app ? 'account.app' : 'account.noApp')}</p>
        <a className="button" href="/dashboard/second-factor">
          {deskText(app ? 'account.appReplace' : 'account.appSetUp')}
        </a>
      </li>
    </ul>
  )
}

function Sessions({ viewer, sessions }: { viewer: DeskViewer; sessions: Session[] }) {
  return (
    <>
      <DeskTable
        caption={deskText('account.sessions')}
        spoken
        action
        columns={(['browser', 'address', 'since', 'end'] as const).map((name) => deskText(`account.${name}`))}
        rows={sessions.map((session) => ({ key: session.id, cells: sessionCells(viewer, session) }))}
      />
      {sessions.length > 1 && (
        <AccountForm viewer={viewer} action={ACCOUNT} className="desk-actions">
          <input type="hidden" name="session" value="others" />
          <button type="submit" className="button">
            {deskText('account.endOthers')}
          </button>
        </AccountForm>
      )}
    </>
  )
}

function sessionCells(viewer: DeskViewer, { id, createdAt, address, userAgent, isThis }: Session) {
  const browser = browserName(userAgent ?? '') ?? deskText('account.unknownBrowser')
  return [
    isThis ? deskText('account.thisBrowser', { browser }) : browser,
    address === null || address === '' ? (
      '–'
    ) : (
      <bdi key="address" dir="ltr">
        {shortAddress(address)}
      </bdi>
    ),
    <DeskMoment key="since" date={createdAt} />,
    <AccountForm key="end" viewer={viewer} action={isThis ? '/dashboard/sign-out' : ACCOUNT}>
      <input type="hidden" name="session" value={id} />
      <button type="submit" className="button">
        {deskText(isThis ? 'desk.signOut' : 'account.end')}
      </button>
    </AccountForm>,
  ]
}
