import { usualWords } from '@/lib/contract/design/design-words'
import { SIGNATORIES } from '@/lib/contract/design/layouts'
import type { CheckedDesign } from '@/lib/service/designs/checked-design'
import { refuseDesign } from '@/lib/service/designs/design-refusals'
import { readDesign } from '@/lib/service/designs/read-design'
import { storedPicture } from '@/lib/service/designs/stored-picture'
import { openFile } from '@/lib/service/files/read-file'
import { workingPool } from '@/lib/store/database/database'
import { isPictureOf } from '@/lib/store/designs/designs'

/** What the form of a design sends: fields as they were typed, and the pictures that were chosen. */
export interface SentDesign {
  fields: Readonly<Record<string, string>>
  files: ReadonlyMap<string, Uint8Array>
}

/**
 * Reads a design out of its form. Words that are left empty are those of its language.
 * @throws ServiceError `malformed` in the reader's language
 */
export function readSent(issuerId: string, { fields, files }: SentDesign): Promise<CheckedDesign> {
  const picture = (field: string) => {
    if (fields[`remove_${field}`] !== undefined || fields[`erase_${field}`] !== undefined) return null
    return files.has(field) ? `sent:${field}` : fields[`kept_${field}`] ? `kept:${fields[`kept_${field}`]}` : null
  }
  const signatories = SIGNATORIES.flatMap((number) => {
    const name = fields[`name_${number}`]?.trim() ?? ''
    const one = { name, title: fields[`title_${number}`] ?? '', picture: picture(`signature_${number}`) }
    return name === '' ? [] : [one]
  })
  const background = picture('background')
  const words = Object.keys(usualWords('en')).flatMap((word) => {
    const typed = fields[word]?.trim() ?? ''
    return typed === '' ? [] : [[word, typed]]
  })
  const written = {
    layout: fields.layout,
    paper: fields.paper,
    colours: { ink: fields.ink, accent: fields.accent, paper: fields.ground },
    logo: picture('logo'),
    background: background && { picture: background, use: fields.use },
    signatories,
    language: fields.language?.trim().toLowerCase(),
    words: Object.fromEntries(words) as Record<string, string>,
    line: fields.line ?? '',
  }
  const sent = (name: string) => Promise.resolve(files.get(name.slice('sent:'.length)) ?? new Uint8Array())
  return readDesign(written, sent, (name) => kept(issuerId, name))
}

/** A picture that this issuer sent before; of another’s nobody learns that it is there. */
async function kept(issuerId: string, name: string) {
  if (!name.startsWith('kept:')) return null
  const sha256 = name.slice('kept:'.length)
  const isOwn = /^[0-9a-f]{64}$/.test(sha256) && (await isPictureOf(workingPool(), issuerId, sha256))
  if (!isOwn) throw refuseDesign('designs.refused.gone')
  return storedPicture(sha256, await openFile(sha256))
}

/** The stored pictures of signatures that are to be erased. */
export function picturesToErase({ fields }: SentDesign): string[] {
  return SIGNATORIES.flatMap((number) => {
    const kept = fields[`kept_signature_${number}`]
    return kept && fields[`erase_signature_${number}`] !== undefined ? [kept] : []
  })
}
