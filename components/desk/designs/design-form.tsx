import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { type DesignWords, usualWords } from '@/lib/contract/design/design-words'
import { LAYOUTS, SIGNATORIES } from '@/lib/contract/design/layouts'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskText } from '@/lib/i18n/desk/text'
import { OFFERED_LANGUAGES } from '@/lib/i18n/languages'
import { DesignPicture } from './design-picture'
import { SelectField } from './select-field'
import type { TypedDesign } from './typed-design'

interface Props {
  viewer: DeskViewer
  typed: TypedDesign
}

const OTHER_WORDS = ['registration_number', 'event_date', 'issued_at', 'expires_at', 'check_at'] as const
const LANGUAGE_LIST = 'design-languages'

/** The form of one design: it is seen first and saved then. */
export function DesignForm({ viewer, typed }: Props) {
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? '' })
  const choice = (name: string, values: readonly string[], group: 'layout' | 'paper' | 'use') => ({
    ...field(name),
    options: values.map((value) => [value, deskText(`designs.${group}.${value}` as 'designs.use.border')] as const),
  })
  return (
    <IssuerForm viewer={viewer} action="/dashboard/designs" encType="multipart/form-data" className="desk-form">
      <input type="hidden" {...field('opened_name')} />
      <input type="hidden" {...field('opened_version')} />
      <Field {...field('name')} label={deskText('designs.name')} maxLength={60} required />
      <SelectField {...choice('layout', LAYOUTS, 'layout')} label={deskText('designs.layout')} />
      <SelectField {...choice('paper', ['a4', 'letter'], 'paper')} label={deskText('designs.paper')} />
      <Field {...field('ink')} type="color" label={deskText('designs.ink')} hint={deskText('designs.colourHint')} />
      <Field {...field('accent')} type="color" label={deskText('designs.accent')} />
      <Field {...field('ground')} type="color" label={deskText('designs.ground')} />
      <DesignPicture name="logo" label={deskText('designs.logo')} kept={typed.kept_logo ?? ''} />
      <details open={typed.kept_background !== ''}>
        <summary>{deskText('designs.background')}</summary>
        <DesignPicture name="background" label={deskText('designs.background')} kept={typed.kept_background ?? ''} />
        <SelectField {...choice('use', ['border', 'ground'], 'use')} label={deskText('designs.use')} />
      </details>
      <Words typed={typed} />
      {SIGNATORIES.map((number) => (
        <details key={number} open={(typed[`name_${number}`] ?? '') !== ''}>
          <summary>{deskText('designs.signatory', { number })}</summary>
          <Field {...field(`name_${number}`)} label={deskText('designs.signatoryName')} maxLength={80} />
          <Field {...field(`title_${number}`)} label={deskText('designs.signatoryTitle')} maxLength={120} />
          <DesignPicture
            name={`signature_${number}`}
            label={deskText('designs.signature')}
            kept={typed[`kept_signature_${number}`] ?? ''}
            erase={typed[`erase_signature_${number}`] !== undefined}
          />
        </details>
      ))}
      <SelectField
        {...field('wear')}
        label={deskText('designs.wear')}
        options={(['', 'all', 'event'] as const).map((value) => [value, deskText(`designs.wear.${value || 'none'}`)])}
      />
      <Field
        {...field('event')}
        label={deskText('designs.event')}
        hint={deskText('designs.eventHint')}
        maxLength={300}
      />
      <p className="buttons">
        <button type="submit" name="do" value="see" className="button">
          {deskText('designs.see')}
        </button>
        <button type="submit" name="do" value="save" className="button primary">
          {deskText('designs.save')}
        </button>
      </p>
    </IssuerForm>
  )
}

/** The fixed words: what is left empty is said in the language that is chosen. */
function Words({ typed }: { typed: TypedDesign }) {
  const usual = usualWords(typed.language ?? '')
  const named = usualWords(deskReader().language)
  const field = (name: keyof DesignWords) => ({ name, defaultValue: typed[name] ?? '', placeholder: usual[name] })
  return (
    <>
      <Field
        name="language"
        defaultValue={typed.language}
        list={LANGUAGE_LIST}
        label={deskText('designs.language')}
        hint={deskText('designs.languageHint')}
        pattern="[A-Za-z]{2,3}"
        required
      />
      <datalist id={LANGUAGE_LIST}>
        {OFFERED_LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
      <Field
        {...field('title')}
        label={deskText('designs.title')}
        hint={deskText('designs.titleHint')}
        maxLength={80}
      />
      <Field {...field('certifies')} label={deskText('designs.certifies')} maxLength={80} />
      <Field name="line" defaultValue={typed.line} label={deskText('designs.line')} maxLength={200} />
      <details open={OTHER_WORDS.some((word) => (typed[word] ?? '') !== '')}>
        <summary>{deskText('designs.words')}</summary>
        {OTHER_WORDS.map((word) => (
          <Field
            key={word}
            {...field(word)}
            label={deskText('designs.wordFor', { words: named[word] })}
            maxLength={word === 'check_at' ? 30 : 40}
          />
        ))}
      </details>
    </>
  )
}
