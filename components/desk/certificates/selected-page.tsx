import { batchSelection, certificatePath, CERTIFICATES, SELECTED } from '@/components/desk/desk-link'
import { DeskPage } from '@/components/desk/desk-page'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import type { FormProblem } from '@/components/desk/field-problem'
import { RefusalText } from '@/components/desk/issue/refusal-text'
import { Notice } from '@/components/desk/notice'
import { OnceField } from '@/components/desk/once-field'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { TextField } from '@/components/desk/text-field'
import { Serial } from '@/components/verdict/serial'
import { hasAction } from '@/lib/domain/desk/role'
import { deskText } from '@/lib/i18n/desk/text'
import { CertificateTable, type ListedRow } from './certificate-table'
import { MailChoice } from './mail-choice'
import { ReasonFields } from './reason-fields'

/** Certificates of a batch that come after those of the page. */
export interface FurtherOfBatch {
  batch: string
  /** The line that was shown last. */
  after: string
}

interface Props {
  host: string
  viewer: DeskViewer
  /** The most certificates at once. */
  most: number
  /** Mail can be sent. */
  mail: boolean
  /** Id of the one mailing that this page can order. */
  once: string
  found: readonly ListedRow[]
  /** What was entered that is no certificate of this issuer. */
  missing: readonly string[]
  typed: { count: string; reason: string; publicReason: string; notify: boolean }
  /** What became of a withdrawal. */
  result: {
    withdrawn: number
    already: number
    waiting: number
    refused: { serial: string; message: string }[]
    isKnown: boolean
  } | null
  done: string | null
  problem: FormProblem
  /** Set where the certificates are those of a batch, and there are more. */
  further: FurtherOfBatch | null
}

/** Several certificates, chosen in the list or pasted, and what can be done with all of them. */
export function SelectedPage(props: Props) {
  const { host, viewer, most, mail, once, found, missing, typed, result, done, problem, further } = props
  const heading = deskText('selected.heading')
  const role = viewer.issuer?.role
  return (
    <DeskPage
      {...{ host, viewer, heading, done, problem }}
      lead={deskText('selected.lead', { most })}
      current={CERTIFICATES}
    >
      {result && <Result result={result} />}
      {found.length > 0 && (
        <>
          <CertificateTable rows={found} />
          <IssuerForm viewer={viewer} action={SELECTED} className="buttons">
            <Chosen found={found} further={further} />
            <OnceField once={once} />
            <button type="submit" name="do" value="table" className="button">
              {deskText('batch.links')}
            </button>
            <button type="submit" name="do" value="files" className="button">
              {deskText('batch.zip', { count: found.length })}
            </button>
            {mail && role && hasAction(role, 'issue') && (
              <button type="submit" name="do" value="mail" className="button">
                {deskText('selected.mail')}
              </button>
            )}
          </IssuerForm>
        </>
      )}
      {missing.length > 0 && (
        <>
          <p>{deskText('selected.missing', { count: missing.length })}</p>
          <ul className="plain-list">
            {missing.map((serial) => (
              <li key={serial}>
                <Serial text={serial} />
              </li>
            ))}
          </ul>
        </>
      )}
      {found.length > 0 && !result && role && hasAction(role, 'withdraw') && (
        <WithdrawAll {...{ viewer, found, typed, mail, problem, further }} />
      )}
      {further && (
        <p className="buttons desk-actions">
          <a className="button" href={batchSelection(further)}>
            {deskText('batch.more')}
          </a>
        </p>
      )}
      <h2>{deskText('selected.other')}</h2>
      <IssuerForm viewer={viewer} action={SELECTED} className="desk-form">
        <TextField
          name="serials"
          label={deskText('lookUp.serials')}
          hint={deskText('selected.hint', { most })}
          required
          maxLength={60_000}
        />
        <button type="submit" className="button">
          {deskText('selected.show')}
        </button>
      </IssuerForm>
    </DeskPage>
  )
}

function Chosen({ found, further }: Pick<Props, 'found' | 'further'>) {
  return (
    <>
      {found.map(({ certificate }) => (
        <input key={certificate.serial} type="hidden" name="serial" value={certificate.serial} />
      ))}
      {further &&
        (['batch', 'after'] as const).map((name) => (
          <input key={name} type="hidden" name={name} value={further[name]} />
        ))}
    </>
  )
}

/** Closed until it is wanted, since it cannot be undone; open again when what was typed has to be mended. */
function WithdrawAll(props: Pick<Props, 'viewer' | 'found' | 'typed' | 'mail' | 'problem' | 'further'>) {
  const { viewer, found, typed, mail, problem, further } = props
  return (
    <details open={typeof problem === 'object' && problem !== null}>
      <summary>{deskText('selected.withdraw')}</summary>
      <p>{deskText('selected.withdrawLead')}</p>
      <IssuerForm viewer={viewer} action={SELECTED} className="desk-form">
        <Chosen found={found} further={further} />
        <ReasonFields typed={typed} problem={problem} />
        <MailChoice kind="withdraw" mail={mail} checked={typed.notify} />
        <Field
          name="count"
          label={deskText('selected.count')}
          hint={deskText('withdraw.typeHint')}
          required
          inputMode="numeric"
          maxLength={9}
          autoComplete="off"
          defaultValue={typed.count}
          problem={problem}
        />
        <button type="submit" name="do" value="withdraw" className="button primary">
          {deskText('selected.withdrawAll', { count: found.length })}
        </button>
      </IssuerForm>
    </details>
  )
}

function Result({
  result: { withdrawn, already, waiting, refused, isKnown },
}: {
  result: NonNullable<Props['result']>
}) {
  return (
    <>
      {withdrawn > 0 && <Notice tone="done">{deskText('selected.withdrawn', { count: withdrawn })}</Notice>}
      {already > 0 && <Notice tone="done">{deskText('selected.already', { count: already })}</Notice>}
      {waiting > 0 && <Notice tone="done">{deskText('selected.waiting', { count: waiting })}</Notice>}
      {refused.length > 0 && (
        <DeskTable
          caption={isKnown ? deskText('selected.refused', { count: refused.length }) : deskText('selected.unknown')}
          columns={[deskText('lookUp.column.serial'), deskText('selected.why')]}
          rows={refused.map(({ serial, message }) => ({
            key: serial,
            cells: [
              <a key="serial" href={certificatePath(serial)}>
                <Serial text={serial} />
              </a>,
              <RefusalText key="why" sentence={message} />,
            ],
          }))}
        />
      )}
    </>
  )
}
