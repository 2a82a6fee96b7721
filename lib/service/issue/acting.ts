/** The actor of a change, for the signed history and the activity log. */
export interface Acting {
  /** `user:<uuid>`, `key:<uuid>` or `operator`. */
  actor: string
  /** Where from: the address of the request, or null. */
  address: string | null
}

/** The operator's command. */
export const BY_OPERATOR: Acting = { actor: 'operator', address: null }
