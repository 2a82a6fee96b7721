import type { DesignContent } from '@/lib/contract/design/design'
import { type DesignWords, usualWords } from '@/lib/contract/design/design-words'
import { SIGNATORIES } from '@/lib/contract/design/layouts'
import { deskReader } from '@/lib/i18n/desk/reader'

/** The pictures that a form may send, by the names of its parts. */
export const PICTURE_FIELDS = ['logo', 'background', ...SIGNATORIES.map((number) => `signature_${number}`)] as const

/** The fields of the form of a design as they are typed; pictures by the hash of the stored one. */
export type TypedDesign = Readonly<Record<string, string>>

/**
 * The form of a stored design. Words that are those of its language are left empty, so that they follow it.
 * @param version the newest, which whoever saves has seen
 */
export function typedOf(name: string, content: DesignContent | null, version = 0): TypedDesign {
  const signatories = SIGNATORIES.flatMap((number) => {
    const one = content?.signatories[number - 1]
    return [
      [`name_${number}`, one?.name ?? ''],
      [`title_${number}`, one?.title ?? ''],
      [`kept_signature_${number}`, one?.picture?.sha256 ?? ''],
    ]
  })
  const language = content?.language ?? deskReader().language
  const usual = usualWords(language)
  const words = Object.entries(content?.words ?? usual).map(([word, text]) => [
    word,
    text === usual[word as keyof DesignWords] ? '' : text,
  ])
  return {
    name,
    opened_name: name,
    opened_version: String(version),
    layout: content?.layout ?? 'classic',
    paper: content?.paper ?? 'a4',
    ink: content?.colours.ink ?? '#1b1f24',
    accent: content?.colours.accent ?? '#1f3a5f',
    ground: content?.colours.paper ?? '#ffffff',
    language,
    line: content?.line ?? '',
    kept_logo: content?.logo?.sha256 ?? '',
    kept_background: content?.background?.picture.sha256 ?? '',
    use: content?.background?.use ?? 'border',
    wear: '',
    event: '',
    ...(Object.fromEntries([...words, ...signatories]) as Record<string, string>),
  }
}
