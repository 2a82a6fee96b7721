import { writeFile } from 'node:fs/promises'
import { COMPARED } from './compared-certificates'
import type { Variant } from './inspection-samples'

/** A page of its own, as a program for letters prints one. */
function letter(lines: readonly string[]): Variant {
  return async (go, _source, to) => {
    const shown = lines.map((line, at) => `72 ${760 - 14 * at} moveto (${line}) show`)
    await writeFile(`${to}.ps`, ['%!PS', '/Times-Roman findfont 11 scalefont setfont', ...shown, 'showpage'].join('\n'))
    await go('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pdfwrite', `-sOutputFile=${to}`, `${to}.ps`])
  }
}

const NAME = COMPARED.long?.fullName.split(' ') ?? []
const APPLICATION = ['Dear Sir or Madam,', 'I apply for the post of second mate.', 'My certificate is enclosed.']

/** Documents that name a certificate or hold it, and are no certificates: nobody changed anything in them. */
export const OTHER_DOCUMENTS: Record<string, Variant> = {
  'a printed check of it': letter(['Genuine and current', ...NAME, 'Serial', 'Checked today', 'Now compare']),
  'a letter of its holder': letter([...APPLICATION, ...NAME]),
  'an application, with it on the second page': async (go, source, to) => {
    await letter(APPLICATION)(go, source, `${to}.letter`)
    await go('qpdf', ['--empty', '--pages', `${to}.letter`, '1', source, '1', '--', to])
  },
}

/** A certificate as somebody else would set one, who wants it to be their own. */
export const SET_ANEW: Variant = letter(['Certificate', 'Mallory Forger', 'Passed with distinction', 'Basic Safety'])
