import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { localPath } from '@/lib/local-path'
import { renderFolder } from '@/lib/render/typeset/render-folder'

/** A font that certificates are set in: one file, in a folder of its own. */
interface ShippedFont {
  family: string
  file: string
}

const packaged = (name: string, family: string, style: string): ShippedFont => ({
  family,
  file: `@expo-google-fonts/${name}/${style}/${family.replaceAll(' ', '')}_${style}.ttf`,
})

const regular = (name: string, family: string) => packaged(name, family, '400Regular')

/** The text face, the face of labels, and one face for each further script: all under the SIL Open Font License. */
const FONTS: readonly ShippedFont[] = [
  regular('noto-serif', 'Noto Serif'),
  packaged('noto-serif', 'Noto Serif', '400Regular_Italic'),
  regular('noto-sans', 'Noto Sans'),
  packaged('noto-sans', 'Noto Sans', '600SemiBold'),
  regular('noto-naskh-arabic', 'Noto Naskh Arabic'),
  regular('noto-serif-hebrew', 'Noto Serif Hebrew'),
  regular('noto-serif-devanagari', 'Noto Serif Devanagari'),
  regular('noto-serif-bengali', 'Noto Serif Bengali'),
  regular('noto-sans-gurmukhi', 'Noto Sans Gurmukhi'),
  regular('noto-sans-gujarati', 'Noto Sans Gujarati'),
  regular('noto-sans-tamil', 'Noto Sans Tamil'),
  regular('noto-sans-telugu', 'Noto Sans Telugu'),
  regular('noto-sans-kannada', 'Noto Sans Kannada'),
  regular('noto-sans-malayalam', 'Noto Sans Malayalam'),
  regular('noto-sans-sinhala', 'Noto Sans Sinhala'),
  regular('noto-sans-thai', 'Noto Sans Thai'),
  regular('noto-sans-lao', 'Noto Sans Lao'),
  regular('noto-sans-myanmar', 'Noto Sans Myanmar'),
  regular('noto-sans-khmer', 'Noto Sans Khmer'),
  regular('noto-sans-georgian', 'Noto Sans Georgian'),
  regular('noto-sans-armenian', 'Noto Sans Armenian'),
  regular('noto-sans-ethiopic', 'Noto Sans Ethiopic'),
  regular('nanum-myeongjo', 'NanumMyeongjo'),
  { family: 'Noto Serif SC', file: 'han/NotoSerifSC_400Regular.ttf' },
  { family: 'Noto Serif JP', file: 'han/NotoSerifJP_400Regular.ttf' },
]

/** The face of small labels, and of the serial. */
export const LABEL_FAMILIES = ['Noto Sans'] as const

/** Every family that words may be set in, the text face first. */
export const TEXT_FAMILIES: readonly string[] = [
  ...new Set(FONTS.map((font) => font.family).filter((name) => name !== 'Noto Sans')),
]

/**
 * The shipped font files, found where npm or the repository keeps them.
 * @throws Error when a file is missing
 */
export function listFonts(): (ShippedFont & { path: string })[] {
  const resolve = createRequire(localPath(renderFolder(), 'fonts', 'font-list.ts')).resolve
  return FONTS.map((font) => {
    const path = font.file.startsWith('@')
      ? localPath(dirname(resolve(`${packageOf(font.file)}/package.json`)), ...font.file.split('/').slice(2))
      : localPath(renderFolder(), 'fonts', font.file)
    if (!existsSync(path)) throw new Error(`the font ${font.family} is missing at ${path}`)
    return { ...font, path }
  })
}

function packageOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}
