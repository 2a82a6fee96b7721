/** Names that a design is tried with: what most have, what asks most of the line, and other scripts. */
export const PREVIEW_NAMES = {
  usual: 'Ana-Lucía Müller Nguyễn',
  longest: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(6).slice(0, 200).trim(),
  shortest: 'O',
  arabic: 'محمد بن موسى الخوارزمي',
  chinese: '欧阳诸葛明',
} as const

export type PreviewName = keyof typeof PREVIEW_NAMES
