import { CheckFacts } from '@/components/verdict/check-facts'
import { CopyText } from '@/components/verdict/copy-text'
import { confirmationWord } from '@/lib/domain/certificate/confirmation-word'
import type { ManagedPassport } from '@/lib/domain/passport/managed-passport'
import type { Translator } from '@/lib/i18n/translate'
import { PassportChoices } from './passport-choices'
import { PassportDocument } from './passport-document'
import { FoldedForm, type ManageProps } from './passport-form'
import { PassportRemoval } from './passport-removal'
import { PASSPORT_MANAGE, passportPath } from './passport-view'

/** The result of the form that was sent. */
export interface ManageNotice {
  kind: 'none' | 'saved' | 'removed' | 'allowed' | 'handleReplaced' | 'notConfirmed'
}

interface Props extends ManageProps {
  host: string
  passport: ManagedPassport
  notice: ManageNotice
}

/** A passport as its holder sees and changes it. Each change is a plain form. */
export function PassportManagePage({ translator, host, token, passport, notice }: Props) {
  const { t } = translator
  const { handle, url, published } = passport
  const word = confirmationWord(handle)
  return (
    <PassportDocument translator={translator} host={host}>
      <div className="sheet" data-passport={published ? 'public' : 'private'}>
        <div className="opening">
          <h1>{t('passportLink.heading')}</h1>
          <Notice translator={translator} notice={notice} word={word} />
          <h2>{t('passportManage.publicLink')}</h2>
          <p className="plain">{t(published ? 'passportManage.public' : 'passportManage.private')}</p>
          <CopyText translator={translator} id="public-link" text={url} />
          <p className="buttons">
            <a className="button" href={passportPath(handle)}>
              {t('passportManage.see')}
            </a>
          </p>
        </div>
        <PassportChoices translator={translator} token={token} passport={passport} />
        <PassportRemoval translator={translator} token={token} certificates={passport.certificates} />
        {passport.refused > 0 && (
          <FoldedForm
            token={token}
            action="allow"
            heading={t('passportManage.allowHeading')}
            hint={t('passportManage.allowHint', { count: passport.refused })}
            submit={t('passportManage.allowHeading')}
          />
        )}
        <FoldedForm
          token={token}
          action="handle"
          heading={t('passportManage.handleHeading')}
          hint={t('passportManage.handleHint')}
          submit={t('passportManage.handleHeading')}
        >
          <input type="hidden" name="handle" value={handle} />
        </FoldedForm>
        <FoldedForm
          token={token}
          action="link"
          heading={t('passportManage.linkHeading')}
          hint={t('passportManage.linkHint')}
          submit={t('passportManage.linkHeading')}
        />
        <FoldedForm
          token={token}
          action="delete"
          heading={t('passportManage.deleteHeading')}
          hint={t('passportManage.deleteHint')}
          submit={t('passportManage.delete')}
          open={notice.kind === 'notConfirmed'}
        >
          <div className="field">
            <label htmlFor="word">{t('passportManage.deleteLabel', { word })}</label>
            <input id="word" name="word" required maxLength={20} dir="ltr" autoComplete="off" spellCheck={false} />
          </div>
        </FoldedForm>
        <section aria-label={t('details.check')} className="quiet">
          <dl>
            <CheckFacts translator={translator} checkedAt={passport.checkedAt} />
          </dl>
        </section>
      </div>
      <form method="post" action={PASSPORT_MANAGE} data-passport-again hidden>
        <input type="hidden" name="link" value={token} />
      </form>
    </PassportDocument>
  )
}

function Notice({ translator, notice, word }: { translator: Translator; notice: ManageNotice; word: string }) {
  const { t } = translator
  if (notice.kind === 'none') return null
  if (notice.kind === 'notConfirmed')
    return (
      <div className="notice problem" role="alert">
        <p>{t('passportManage.notConfirmed', { word })}</p>
      </div>
    )
  return (
    <div className="notice done" role="status">
      <p>{t(`passportManage.${notice.kind}`)}</p>
    </div>
  )
}
