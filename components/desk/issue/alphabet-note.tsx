import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import type { CodePage } from '@/lib/domain/text/code-page'
import { deskText } from '@/lib/i18n/desk/text'
import { alphabetNames } from './alphabet-names'

/** Says in which code page a table was read, and lets somebody choose another one. */
export function AlphabetNote({ viewer, id, codePage }: { viewer: DeskViewer; id: string; codePage: CodePage }) {
  return (
    <IssuerForm viewer={viewer} action={`/dashboard/issue/${id}`}>
      <p className="plain">{deskText('alphabet.read', { alphabets: alphabetNames([codePage]) })}</p>
      <p className="buttons">
        <button type="submit" name="choice" value="alphabet_again" className="button">
          {deskText('alphabet.again')}
        </button>
      </p>
    </IssuerForm>
  )
}
