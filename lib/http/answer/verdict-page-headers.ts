/** Headers of every page that carries a verdict, refusals too (spec part 13). */
export const VERDICT_PAGE_HEADERS = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
}
