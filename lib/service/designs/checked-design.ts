import type { DesignContent } from '@/lib/contract/design/design'
import type { CheckedPicture } from './check-picture'

/** A design that was read and checked, with its pictures, before it is stored. */
export interface CheckedDesign {
  content: DesignContent
  pictures: readonly CheckedPicture[]
}
