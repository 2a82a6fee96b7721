/** The layouts of designs: each is a file of lib/render/certificate/layouts. */
export const LAYOUTS = ['classic', 'modern', 'band', 'diploma', 'portrait', 'column'] as const

/** The places of signatories under a certificate. */
export const SIGNATORIES = [1, 2, 3, 4] as const

export type Layout = (typeof LAYOUTS)[number]
export type Paper = 'a4' | 'letter'

const SHEETS: Record<Paper, { short: number; long: number }> = {
  a4: { short: 210, long: 297 },
  letter: { short: 215.9, long: 279.4 },
}
const UPRIGHT: ReadonlySet<Layout> = new Set(['portrait', 'column'])

/** The size of a sheet in millimetres. */
export function sheetSize(layout: Layout, paper: Paper): { width: number; height: number } {
  const { short, long } = SHEETS[paper]
  return UPRIGHT.has(layout) ? { width: short, height: long } : { width: long, height: short }
}
