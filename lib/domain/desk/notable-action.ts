/** The actions that owners are told of when others do them. */
export const NOTABLE_ACTIONS = [
  'key.created',
  'key.revoked',
  'certificate.corrected',
  'certificate.withdrawn',
  'certificates.issuing',
  'certificates.issued',
  'withdrawal.asked',
  'withdrawal.approved',
  'withdrawal.refused',
  'withdrawal.taken_back',
  'person.joined',
  'person.role_changed',
  'person.reset',
  'organization.words_changed',
  'mail.settings_changed',
  'mail.reply_to_asked',
  'mail.reply_to_confirmed',
  'mail.reply_to_removed',
] as const

export type NotableAction = (typeof NOTABLE_ACTIONS)[number]
