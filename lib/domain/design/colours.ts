/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number]

/** The colours of a design, as `#rrggbb`. */
export interface DesignColours {
  /** What certificates are set in. */
  ink: string
  /** Rules, bands and titles. */
  accent: string
  /** The sheet. */
  paper: string
}

/** The share of a ground picture that shows through (layouts/parts.typ). */
const SHOWN_THROUGH = 0.12
/** WCAG 2.2, 1.4.6 and 1.4.3. */
const INK_CONTRAST = 7
const TEXT_CONTRAST = 4.5

function parse(colour: string): Rgb {
  const value = parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function mix(one: string, other: string, share: number): string {
  const [a, b] = [parse(one), parse(other)]
  const channels = a.map((channel, index) => Math.round(channel * (1 - share) + (b[index] ?? 0) * share))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** What words may be set on: the paper, and the paper where the blackest and the whitest picture shows through. */
function grounds(paper: string, hasGround: boolean): string[] {
  return hasGround ? [paper, mix(paper, '#000000', SHOWN_THROUGH), mix(paper, '#ffffff', SHOWN_THROUGH)] : [paper]
}

/** Why colours are refused. */
export type ColourProblem =
  | { problem: 'ink' | 'accent'; colour: string; paper: string; contrast: number; needed: number }
  | { problem: 'lighter' }

/**
 * Why colours are refused: everything that a certificate says must stay readable on them.
 * @param hasGround whether a picture lies under the words
 * @returns null where they are good
 */
export function refuseColours({ ink, accent, paper }: DesignColours, hasGround: boolean): ColourProblem | null {
  const least = (colour: string) => Math.min(...grounds(paper, hasGround).map((ground) => contrast(colour, ground)))
  const asked = [
    { problem: 'ink', colour: ink, needed: INK_CONTRAST },
    { problem: 'accent', colour: accent, needed: TEXT_CONTRAST },
  ] as const
  const pale = asked.find(({ colour, needed }) => least(colour) < needed)
  // Rounded down: 6.97 must not be said to be 7.
  if (pale) return { ...pale, paper, contrast: Math.floor(least(pale.colour) * 10) / 10 }
  return luminance(parse(paper)) < luminance(parse(ink)) ? { problem: 'lighter' } : null
}

/** The colour of what is said quietly: as near to the paper as it may be. */
export function softInk({ ink, paper }: DesignColours, hasGround: boolean): string {
  for (let share = 0.35; share > 0; share -= 0.05) {
    const soft = mix(ink, paper, share)
    if (grounds(paper, hasGround).every((ground) => contrast(soft, ground) >= TEXT_CONTRAST + 0.6)) return soft
  }
  return ink
}
