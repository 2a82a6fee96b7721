import type { NamedActor } from './named-actor'

/** An entry of the activity log as its readers see it. */
export interface DeskActivity {
  id: string
  /** Milliseconds since 1970. */
  at: number
  actor: NamedActor
  /** Such as `user:<uuid>`. */
  actorId: string
  action: string
  subject: string | null
  /** The person that the subject is, where it is one. */
  person: NamedActor | null
  address: string | null
  detail: Record<string, unknown> | null
}
