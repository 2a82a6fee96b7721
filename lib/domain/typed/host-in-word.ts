/** The last part of a host's name: in any script, or as platforms write those. */
const LAST = String.raw`(?:[\p{L}\p{M}]{2,24}|xn--[a-z0-9-]{2,59})`
/** `Cert.no:2024/17` is a label and a number. */
const PORT = String.raw`(?:(?<!\.(?:n[or]|n[uú]m\p{L}{0,5}|id|ref|sn|serial)):\d{1,5})?`

/** The end of the host of an address that has no beginning, `evil.test/`, `evil.test:8443/`: a source for expressions with the flags `iu`. */
export const HOST_END = String.raw`\.${LAST}${PORT}\/`
