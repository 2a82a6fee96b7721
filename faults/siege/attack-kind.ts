import type { Besieger } from './besieger'

/** Something that a stranger does to a service for a while, over at most two hundred connections. */
export interface Attack {
  name: string
  /** Whether a bystander checks files as well. */
  files?: boolean
  /** Addresses that it comes from; one. */
  addresses?: number
  run(besieger: Besieger): Promise<void>
}
