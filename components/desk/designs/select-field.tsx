interface Props {
  name: string
  label: string
  defaultValue: string
  options: readonly (readonly [value: string, label: string])[]
}

/** One labelled choice out of a few. */
export function SelectField({ name, label, defaultValue, options }: Props) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={defaultValue}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
