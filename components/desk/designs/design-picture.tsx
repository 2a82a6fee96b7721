import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  name: string
  label: string
  /** The hash of the picture that is stored, or nothing. */
  kept: string
  /** Of a picture of a person: whether it is to be erased, from all versions. */
  erase?: boolean
}

/** The choice of a picture; one that is stored stays until another is chosen, or it is removed. */
export function DesignPicture({ name, label, kept, erase }: Props) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type="file" accept=".png,.jpg,.jpeg,.svg" aria-describedby={`${name}-hint`} />
      <p id={`${name}-hint`} className="hint">
        {deskText('designs.pictureHint')}
      </p>
      {kept !== '' && erase !== undefined && (
        <p className="choice">
          <input id={`erase_${name}`} name={`erase_${name}`} type="checkbox" value="yes" defaultChecked={erase} />
          <label htmlFor={`erase_${name}`}>{deskText('designs.erase')}</label>
        </p>
      )}
      {kept !== '' && (
        <p className="choice">
          <input type="hidden" name={`kept_${name}`} value={kept} />
          <input id={`remove_${name}`} name={`remove_${name}`} type="checkbox" value="yes" />
          <label htmlFor={`remove_${name}`}>{deskText('designs.remove')}</label>
        </p>
      )}
    </div>
  )
}
