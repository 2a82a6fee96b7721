import { Fragment } from 'react'

/** Text of the contract, which is in English whatever the language of the page; `like this` becomes code. */
export function ContractText({ text }: { text: string }) {
  return (
    <span lang="en" dir="auto">
      {text.split('`').map((part, at) => (
        <Fragment key={at}>{at % 2 === 1 ? <code>{part}</code> : part}</Fragment>
      ))}
    </span>
  )
}
