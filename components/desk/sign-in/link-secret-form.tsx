import { deskText } from '@/lib/i18n/desk/text'

/**
 * The target of a link whose secret is in its fragment: a script fills it in and sends it. Until a script did, whatever kept it from
 * running, the page says what it needs; where the link has no secret, the script says that instead.
 */
export function LinkSecretForm({ action, open }: { action: string; open: string }) {
  return (
    <>
      <form method="post" action={action} data-invitation hidden>
        <input type="hidden" name="token" />
        <button type="submit" className="button primary">
          {open}
        </button>
      </form>
      <p className="plain" data-invitation-waits>
        {deskText('invitation.noScript')}
      </p>
      <p className="plain" data-invitation-again hidden>
        {deskText('invitation.again')}
      </p>
    </>
  )
}
