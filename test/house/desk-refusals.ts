/** Refusals that the desk's code can run into and that no reader of the desk is shown, with the reason why nobody is. */
export const NOT_READ: ReadonlyMap<string, string> = new Map([
  ...because('no page of the desk sends this: the request is forged', [
    'A role is owner, editor or reader.',
    'There is no such language or time zone.',
    'This form was sent in a way that is not understood.',
    'Send the body without a content-encoding.',
    'The form names no boundary.',
    'This address cannot be embedded in or fetched by a page of another site.',
  ]),
  ...because('the request broke off: nobody is there to read an answer', [
    'The form is broken or incomplete.',
    'The request body ended before it was complete.',
  ]),
  ...because('a script asked for it, and says in its own words that it got nothing', [
    'There is no such use of a passkey.',
    'Sign in first.',
    'Send the body as application/json in UTF-8.',
    'lib/http/receive/read-body.ts: sentenceOf(cause)',
    'lib/http/receive/parse-input.ts: sentence(parsed.error)',
  ]),
  ...because('a program with an API key is told so', ['The API key is missing, malformed or revoked.']),
  ...because('who invites at the desk is an owner there, so that nobody is the first', [
    'The first person of an issuer must be its owner.',
  ]),
  ...because('the desk writes the file that is issued from by itself, from the table that was sent', [
    'Line <0>: <1>.',
    'Line <0>: this is not good CSV.',
    'The file is <0>',
    '<0> changed while it was read. Try again.',
    '<0> was not saved in <1>: it holds bytes that are no letters there.',
  ]),
  ...because('the desk makes a passport of exactly one certificate', [
    'Name at least one certificate.',
    'A passport holds at most <0> certificates.',
  ]),
  ...because('a command or the public side asks for it', [
    'A query parameter is given twice.',
    '<0> is not a file.',
    'lib/service/files/hash-file.ts: sentence',
    'Give a reason of 1 to 300 characters: the issuer’s owners read it.',
    'The record fails its check; nothing is said of its files.',
    'The record fails its check; its files are not served.',
    'The certificate was withdrawn or replaced; its files are no longer served.',
    'The policy <0> is none: <1>',
  ]),
  ...because('the service does not start then', [
    'BASE_URL is not set, and this database remembers none: links and codes would lead to <0> for ever. Set BASE_URL to the address of the service, such as https://verify.example.org.',
    'BASE_URL is <0>, but the service runs under <1>: links and codes made now would lead elsewhere for ever. Nothing was done. Set BASE_URL=<0>, or add --base-url-changed where the address has changed.',
    'BASE_URL is <0>, but <1>: links and codes made now could lead elsewhere for ever. Nothing was done. Set the BASE_URL that the server has, and start the server, which remembers it; or add --base-url-changed where this one is right.',
  ]),
])

/** Refusals whose sentence is made elsewhere, with the place where it is held to be translated. */
export const SAID_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...because('lib/i18n/desk/refusal.test.ts: what a text of a form is refused with', [
    'lib/service/desk/issue/check-choice.ts: bad.reason',
    'lib/service/desk/sign-in/accept-invitation.ts: name.reason',
    'lib/service/desk/sign-in/new-passkey.ts: name.reason',
    'lib/service/issuers/create-api-key.ts: cleaned.reason',
    'lib/service/issuers/revoke-api-key.ts: cleaned.reason',
    'lib/service/change/read-changes.ts: result.reason',
    // Of the note that closes a report, and of a text that no font of a certificate can draw.
    '<0>.',
  ]),
  ...because('lib/i18n/desk/refusal.test.ts: what stopped a run', [
    '<0> <1> issued in this run; the same file again goes on from there.',
  ]),
  ...because('it is a message of the desk already', ['lib/i18n/desk/reader-error.ts: deskText(key, values)']),
  ...because('it says again what was refused, or is `unavailable`', [
    'lib/http/answer/respond.ts: thrown.message',
    'lib/http/answer/respond.ts: SENTENCES[failure]',
  ]),
])

function because(reason: string, sentences: readonly string[]): [string, string][] {
  return sentences.map((sentence) => [sentence, reason])
}
