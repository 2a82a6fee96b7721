import type { z } from 'zod'
import { DESIGN_PROBLEMS } from '@/lib/contract/design/design'
import type { ColourProblem } from '@/lib/domain/design/colours'
import type { ServiceError } from '@/lib/errors'
import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { deskText } from '@/lib/i18n/desk/text'
import type { UndrawableCharacter } from '@/lib/render/typeset/undrawable-character'

/** What the fields of a design are called at the desk, by their path in its JSON. */
const FIELDS: ReadonlyMap<string, DeskKey> = new Map([
  ['layout', 'designs.layout'],
  ['paper', 'designs.paper'],
  ['colours.ink', 'designs.ink'],
  ['colours.accent', 'designs.accent'],
  ['colours.paper', 'designs.ground'],
  ['logo', 'designs.logo'],
  ['background', 'designs.background'],
  ['background.picture', 'designs.background'],
  ['background.use', 'designs.use'],
  ['language', 'designs.language'],
  ['line', 'designs.line'],
  ['words.title', 'designs.title'],
  ['words.certifies', 'designs.certifies'],
])

/** A refusal in the reader's language; of the command, which has no reader, in English. */
export function refuseDesign(key: DeskKey, values: Record<string, string | number> = {}): ServiceError {
  return readerError('malformed', key, values)
}

/** What a field of a design is called, in the reader's language. */
function fieldName(path: readonly PropertyKey[]): string {
  const [place, index, member] = path
  if (place === 'signatories' && typeof index === 'number') {
    const part = member === 'picture' ? deskText('designs.signature') : String(member ?? '')
    const label = part === 'title' ? deskText('designs.signatoryTitle') : part
    const name = part === 'name' ? deskText('designs.signatoryName') : label
    return deskText('designs.signatoryPart', {
      signatory: deskText('designs.signatory', { number: index + 1 }),
      part: name,
    })
  }
  const key = FIELDS.get(path.join('.'))
  return key ? deskText(key) : path.join('.')
}

/** Why what was written is no design. */
export function refuseShape({ issues }: z.ZodError): ServiceError {
  const [issue] = issues
  const what = fieldName(issue?.path ?? [])
  const [problem] = Object.entries(DESIGN_PROBLEMS).find(([, sentence]) => sentence === issue?.message) ?? []
  if (problem !== undefined) return refuseDesign(`designs.refused.${problem as keyof typeof DESIGN_PROBLEMS}`, { what })
  if (issue?.code === 'too_big' && issue.origin === 'string')
    return refuseDesign('designs.refused.long', { what, most: Number(issue.maximum) })
  return refuseDesign('designs.refused.shape', { what, why: issue?.message ?? '' })
}

/** Why its colours cannot be read. */
export function refusePale(found: ColourProblem): ServiceError {
  if (found.problem === 'lighter') return refuseDesign('designs.refused.lighter')
  const { problem, contrast, ...values } = found
  return refuseDesign(`designs.refused.${problem}`, { ...values, found: contrast })
}

/** Why its words cannot be set. */
export function refuseUndrawn(path: readonly PropertyKey[], found: UndrawableCharacter): ServiceError {
  return refuseDesign('designs.refused.undrawable', { what: fieldName(path), ...found })
}
