/** The most serials that the page for several certificates checks at a time. */
export const MOST_AT_ONCE = 20
