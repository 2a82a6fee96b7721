import { Fragment } from 'react'

/** Where an address may be broken: after a slash, and before what begins another part of it. */
const PLACES = /(?<=\/)(?=[^/])|(?<=.)(?=[.?&])/

/** An address, a path or a host that is broken between its parts and never inside a word. */
export function BreakableAddress({ text }: { text: string }) {
  return text.split(PLACES).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
