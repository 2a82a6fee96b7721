/**
 * Of the directory and the profiles, pages and API alike: a copy that a search engine keeps would go on saying “Domain
 * verified” after it lapsed, or know nothing of a suspension.
 */
export const ISSUER_HEADERS = { 'x-robots-tag': 'noindex, nofollow, noarchive' }
