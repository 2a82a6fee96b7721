import type { DesignWords } from '@/lib/contract/design/design-words'
import type { Layout, Paper } from '@/lib/contract/design/layouts'
import type { DesignColours } from '@/lib/domain/design/colours'

/** A picture that a page shows. */
export interface PagePicture {
  bytes: Uint8Array
  mediaType: 'image/png' | 'image/jpeg' | 'image/svg+xml'
}

/** A design with its pictures, as a page is set in it. */
export interface PageDesign {
  layout: Layout
  paper: Paper
  colours: DesignColours
  logo: PagePicture | null
  background: { picture: PagePicture; use: 'border' | 'ground' } | null
  signatories: readonly { name: string; title: string; picture: PagePicture | null }[]
  /** BCP 47, of the fixed words. */
  language: string
  words: DesignWords
  line: string
}
