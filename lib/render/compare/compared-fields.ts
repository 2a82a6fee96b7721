import type { ComparedField, Comparison } from '@/lib/contract/check/document'
import { FACT_LABELS } from '@/lib/render/certificate/template-data'
import type { ComparedFile, ComparedGroup } from './comparison-result'

const LONGEST = 200

const FACTS = new Map<string, ComparedField>([
  [FACT_LABELS.registrationNumber, 'registration_number'],
  [FACT_LABELS.eventDate, 'date'],
  [FACT_LABELS.issuedAt, 'date'],
  [FACT_LABELS.expiresAt, 'date'],
])

/**
 * Names the differences between a file and the issued one, in the order of the certificate's page: after the heading,
 * which is the name, come the achievement and the event, then each fact under its label, and the serial last.
 * @param serial as the record writes it
 * @returns one entry for each differing group of words; what the file says there is cleaned and cut, for it is anybody's
 */
export function nameDifferences(
  { text, groups, added, isDrawnBeside }: ComparedFile,
  serial: string,
): Comparison['differences'] {
  const heading = groups.findIndex(({ isHeading }) => isHeading)
  const differences = groups.flatMap((group, index) => {
    // Words that differ push others from their places; where none do, the picture tells, and repeats no words that lie.
    if (!(text === 'different' ? group.differs : group.isDrawnOtherwise)) return []
    const found = text === 'unreadable' ? '' : shown(group.found)
    return [{ field: fieldAt(groups, index, heading, serial), issued: shown(group.issued), found }]
  })
  const beside = text === 'different' ? shown(added) : ''
  return beside !== '' || isDrawnBeside ? [...differences, { field: 'other', issued: '', found: beside }] : differences
}

function fieldAt(groups: readonly ComparedGroup[], index: number, heading: number, serial: string): ComparedField {
  const { issued = '' } = groups[index] ?? {}
  const afterHeading = heading < 0 ? undefined : (['name', 'achievement', 'event'] as const)[index - heading]
  if (afterHeading) return afterHeading
  if (issued === serial) return 'serial'
  return FACTS.get(issued) ?? FACTS.get(groups[index - 1]?.issued ?? '') ?? 'other'
}

/** Without anything that is not seen or that changes the direction of what stands beside it. */
function shown(text: string): string {
  const seen = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  return Array.from(seen).slice(0, LONGEST).join('')
}
