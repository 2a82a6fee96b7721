/** The most serials that the page for several checks at a time. */
export const MOST_AT_ONCE = 20
