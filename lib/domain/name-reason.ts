/** Why two names are not simply the same, as codes; each has its sentence in the message catalogue. */
export const NAME_REASONS = [
  'case',
  'typography',
  'accents',
  'dotless_i',
  'letter_forms',
  'apostrophe',
  'hyphen',
  'punctuation',
  'transliteration',
  'script',
  'abbreviation',
  'order',
  'particle',
  'initial',
  'middle_name_missing',
  'name_missing',
  'title',
  'generation',
  'lookalike',
  'other_script',
  'one_letter',
  'swapped_letters',
  'letters',
  'other_name',
] as const

export type NameReason = (typeof NAME_REASONS)[number]
