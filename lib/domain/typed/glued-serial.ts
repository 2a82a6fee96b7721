import { displaySerial, hasValidCheckCharacter, serialKey } from '@/lib/domain/certificate/serial'
import { findOwnSerials } from './find-own-serials'
import type { FoundSerial } from './found-serial'
import { HOST_END, HOST_FIRST } from './host-in-word'

/** A serial at the end of a word, in one piece or in groups that are parted alike. */
const AT_END = /([0-9A-Z]{4})([ -]?)[0-9A-Z]{4}\2[0-9A-Z]{4}\2[0-9A-Z]{4}(?=[.,;:!?)\]"'*_]{0,4}$)/i
/** What may stand before it without a space: a word or a mark, such as `Nr`, `CERT-` or `№`; no address, and no part of one. */
const WORD = new RegExp(String.raw`^(?!.*(?:\/\/|www\.|${HOST_END}))[\p{L}\p{M}\p{N}._/:#№º°=-]{1,40}$`, 'iu')
/** As a serial of ours and the keys of other programs have them. */
const GROUPS = /^(?:[0-9A-Z]{3,8}-)+$/
/** Marked so by those who number papers, of whom the most write it in capitals. */
const MARK = /^(?:CERT|CERTIFICATE|ZERT|SERIAL|SERIE|REF)-$/i
/** Such a mark is as long as a group: with the three groups behind it, it passes as a serial once in 32 times. */
const MARK_LIKE_GROUP = /^[CZ]ERT-?$/i

/** Four groups of a longer row of them, and the first sixteen characters of a longer word. */
const OTHER = /(?<![0-9A-Z])(?=([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}(?![0-9A-Z])|[0-9A-Z]{16}))/gi

/**
 * The serial of ours that a text ends with and that a word is glued to, `NrNH12-7K3M-9QXT-2VBD-8RWN`: rightly checked, and the only one that
 * could be meant.
 * @param text one line, in plain characters
 */
export function gluedSerial(text: string): FoundSerial | null {
  const found = AT_END.exec(text)
  if (!found) return null
  const { index: at, 0: written } = found
  const before = text.slice(0, at)
  const isOther = ({ index, 1: other = '' }: RegExpExecArray) => index < at && hasValidCheckCharacter(other)
  const isAlone = WORD.test(before) && !HOST_FIRST.test(before) && findOwnSerials(before).length === 0
  const isClear = MARK_LIKE_GROUP.test(before) || ![...text.matchAll(OTHER)].some(isOther)
  if (!isAlone || !isClear || !/\d/.test(written) || !hasValidCheckCharacter(written)) return null
  return { at, end: at + written.length, serial: displaySerial(serialKey(written)) }
}

/** Whether what stands before a glued serial is a word, so that it counts among other words, too: not the groups of a longer key. */
export const isGluedWord = (before: string): boolean =>
  MARK.test(before) || (/\p{L}{2}/u.test(before) && !GROUPS.test(before))
