/** The last part of a host's name: in any script, or as platforms write those. */
const LAST = String.raw`(?:[\p{L}\p{M}]{2,24}|xn--[a-z0-9-]{2,59})`
/** `Cert.no:2024/17` and `Cert.No.#7K3M-9QXT-2VBD-8RWN` are labels and numbers. */
const NO_LABEL = String.raw`(?<!\.(?:n[or]|n[uú]m\p{L}{0,5}|id|ref|sn|serial)\.?)`
const PORT = String.raw`(?:${NO_LABEL}:\d{1,5})?`

/**
 * The end of the host of an address that has no beginning, `evil.test/`, `evil.test:8443/`, `evil.test?s=`: a source for expressions with the
 * flags `iu`. Browsers take a backslash for a slash.
 */
export const HOST_END = String.raw`\.${LAST}\.?${PORT}(?:[/?\\]|${NO_LABEL}#)`

const FILE = String.raw`(?!(?:pdf|jpe?g|png|svg|json|jwt|csv|xlsx|zip|html?|txt|docx?)(?![\p{L}\p{N}]))`
const LABEL = String.raw`\.[\p{L}\p{N}-]{1,63}`
/** What goes on behind the first part of a host: two more parts, or one and a path; no ending of a file. */
export const REST_OF_HOST = new RegExp(
  String.raw`^(?:(?:${LABEL}){1,3}\.${FILE}${LAST}(?:[:/?#\\]|$)|\.${FILE}${LAST}[:/?#\\])`,
  'iu',
)

/** A name without a point is a host where certificates are verified behind it. A path of ours may be copied alone, or with its language. */
const VERIFYING = String.raw`(?!api/|[a-z]{2}(?:-[a-z]{2,4})?/)[a-z][a-z0-9-]{0,62}(?::\d{1,5})?[/\\]verif(?:y|ication)[/\\]`
const NUMBER = String.raw`(?:(?:\d{1,3}\.){3}\d{1,3}|localhost|\[[\da-f:.]{2,45}\])(?::\d{1,5})?[/?#\\]`
/** An address that begins with its host, whether that is a name, a number or this machine. */
export const HOST_FIRST = new RegExp(String.raw`^(?:[^/\\\s]{1,253}${HOST_END}|${NUMBER}|${VERIFYING})`, 'iu')
