/** The most serials of one batch. */
export const BATCH_SERIALS = 100

/** The most serials that the page for several certificates checks at a time. */
export const MOST_AT_ONCE = 20
