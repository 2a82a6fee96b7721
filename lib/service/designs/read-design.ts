import { type DesignFile, designContent, designFile } from '@/lib/contract/design/design'
import { type DesignWords, usualWords } from '@/lib/contract/design/design-words'
import { refuseColours } from '@/lib/domain/design/colours'
import { deskText } from '@/lib/i18n/desk/text'
import { findUndrawableCharacter } from '@/lib/render/typeset/undrawable-character'
import { type CheckedPicture, checkPicture } from './check-picture'
import type { CheckedDesign } from './checked-design'
import { refusePale, refuseShape, refuseUndrawn } from './design-refusals'
import { refuseCodes } from './refuse-codes'

/** A design as it was written, with the words that it left out. */
type ReadFile = Omit<DesignFile, 'words'> & { words: DesignWords }

/**
 * Checks a design as an issuer wrote it: its shape, its contrast, its words and each picture.
 * @param written JSON
 * @param open gives the bytes of a picture by the name that the design has for it
 * @param known gives a picture that was checked and stored before
 * @throws ServiceError `malformed` with a sentence
 */
export async function readDesign(
  written: unknown,
  open: (name: string) => Promise<Uint8Array>,
  known: (name: string) => Promise<CheckedPicture | null> = () => Promise.resolve(null),
): Promise<CheckedDesign> {
  const parsed = designFile.safeParse(written)
  if (!parsed.success) throw refuseShape(parsed.error)
  const file: ReadFile = { ...parsed.data, words: { ...usualWords(parsed.data.language), ...parsed.data.words } }
  const pale = refuseColours(file.colours, file.background?.use === 'ground')
  if (pale) throw refusePale(pale)
  refuseUndrawable(file)
  const pictures: CheckedPicture[] = []
  const names: string[] = []
  const isWhite = /^#[ef].[ef].[ef].$/i.test(file.colours.paper)
  const stored = async (what: string, name: string | null) => {
    if (name === null) return null
    const checked = (await known(name)) ?? (await checkPicture(what, await open(name), { isWhite }))
    pictures.push(checked)
    names.push(what)
    return { sha256: checked.sha256, mediaType: checked.mediaType }
  }
  const content = {
    ...file,
    logo: await stored(deskText('designs.logo'), file.logo),
    background: file.background && {
      ...file.background,
      picture: await stored(deskText('designs.background'), file.background.picture),
    },
    signatories: await eachInTurn(file.signatories, async (one) => ({
      ...one,
      picture: await stored(`${deskText('designs.signature')} (${one.name})`, one.picture),
    })),
  }
  const read = { content: designContent.parse(content), pictures }
  await refuseCodes(read, names)
  return read
}

/** One after the other: each decodes in a process of its own. */
async function eachInTurn<From, To>(all: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = []
  for (const one of all) done.push(await work(one))
  return done
}

function refuseUndrawable({ words, line, signatories }: ReadFile): void {
  const named: [readonly PropertyKey[], string][] = [
    ...Object.entries(words).map(([field, text]): [string[], string] => [['words', field], text]),
    [['line'], line],
    ...signatories.flatMap(({ name, title }, index): [readonly PropertyKey[], string][] => [
      [['signatories', index, 'name'], name],
      [['signatories', index, 'title'], title],
    ]),
  ]
  for (const [path, text] of named) {
    const found = findUndrawableCharacter(text)
    if (found) throw refuseUndrawn(path, found)
  }
}
