/** What is said of a link that leads to no open invitation. */
export const CLOSED_INVITATION =
  'This invitation was used already, ran out, was withdrawn, or was replaced by a newer one. Open the newest link that you got, or ask for another. If it was you who used it, sign in.'
