/** Why a code leads elsewhere; the sentence of each is `scan.reason.<reason>` in the catalogue. */
export type ElsewhereReason =
  | 'other_site'
  | 'letters_like_ours'
  | 'spelt_like_ours'
  | 'our_name_other_ending'
  | 'our_name_inside'
  | 'user_info'
  | 'other_port'
  | 'other_scheme'
  | 'disguised_address'
  | 'own_redirect'
  | 'own_other_page'

/** Why a text leads nowhere; the sentence of each is `scan.reason.<reason>` in the catalogue. */
export type TextReason =
  | 'empty'
  | 'too_long'
  | 'disguised_serial'
  | 'broken_address'
  | 'program'
  | 'contact'
  | 'wifi'
  | 'plain'

/**
 * What the text of a code leads to. Only the first may become a link: `address` and `text` are for showing, and what
 * cannot be seen in them, or turns the direction of writing, is spelt out as `[U+202E]`.
 */
export type ScanVerdict =
  | { kind: 'verify'; serial: string; path: string }
  | { kind: 'elsewhere'; host: string; address: string; lookalike: boolean; reason: ElsewhereReason }
  | { kind: 'text'; text: string; reason: TextReason }
