interface Props {
  code: string
  /** The name of the block for readers who do not see it. */
  label: string
  /** Name of the example, by which the tests find it. */
  name?: string
}

/** Code, which runs from left to right in every language and scrolls inside itself, by keyboard too. */
export function CodeBlock({ code, label, name }: Props) {
  return (
    <pre className="code" dir="ltr" translate="no" tabIndex={0} role="group" aria-label={label} data-example={name}>
      <code>{code}</code>
    </pre>
  )
}
