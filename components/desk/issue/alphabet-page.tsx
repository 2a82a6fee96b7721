import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { FieldProblemText } from '@/components/desk/field'
import { type FormProblem, markOf } from '@/components/desk/field-problem'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import type { AlphabetReading } from '@/lib/domain/text/alphabet-reading'
import { deskText } from '@/lib/i18n/desk/text'
import { alphabetNames } from './alphabet-names'
import { WaitingFileName } from './waiting-file'

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  fileName: string
  /** Until when it waits. */
  until: Date
  readings: readonly AlphabetReading[]
  problem: FormProblem
}

/**
 * Asks in which code page a table was saved, by words of it. Nothing is chosen beforehand, not even where only one reading is
 * possible: a wrong name is on a certificate for good.
 */
export function AlphabetPage({ host, viewer, id, fileName, until, readings, problem }: Props) {
  const page = { host, viewer, problem, heading: deskText('alphabet.heading'), lead: deskText('alphabet.lead') }
  const { own, marks } = markOf('alphabet', null, problem)
  return (
    <DeskPage {...page} current="/dashboard/issue">
      <WaitingFileName fileName={fileName} until={until} />
      <IssuerForm viewer={viewer} action={`/dashboard/issue/${id}`}>
        <fieldset className="field desk-roles alphabets">
          <legend>{deskText('alphabet.cells')}</legend>
          {readings.map(({ pages, shown }, at) => (
            <label key={pages[0]}>
              <input
                type="radio"
                name="alphabet"
                value={pages[0]}
                required
                {...(at === 0 && { id: 'alphabet', ...marks })}
              />
              <span>
                {shown.map((cell, index) => (
                  <span key={index}>
                    {index > 0 && ' · '}
                    <bdi>{cell}</bdi>
                  </span>
                ))}
                <small>{alphabetNames(pages)}</small>
              </span>
            </label>
          ))}
          <FieldProblemText name="alphabet" text={own} />
        </fieldset>
        <p className="plain">{deskText('alphabet.none')}</p>
        <p className="buttons desk-actions">
          <button type="submit" name="choice" value="alphabet" className="button primary">
            {deskText('alphabet.goOn')}
          </button>
          <button type="submit" name="choice" value="drop" className="button" formNoValidate>
            {deskText('issueRun.drop')}
          </button>
        </p>
      </IssuerForm>
    </DeskPage>
  )
}
