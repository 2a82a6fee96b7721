import { ServiceError } from '@/lib/errors'

/**
 * The fetchers of search engines, and of chat and mail programs that draw a preview of a link: nobody reads a verdict
 * there. Browsers inside such programs are not among them, since a person reads those.
 */
const PREVIEW_BOT =
  /facebookexternalhit|facebot|meta-externalagent|twitterbot|slackbot|slack-imgproxy|telegrambot|^whatsapp\/|linkedinbot|discordbot|skypeuripreview|microsoftpreview|googlebot|google-pagerenderer|bingbot|applebot|pinterestbot|redditbot|mastodon\/|embedly|iframely|^viber\/|line-poker|signal-bot|bluesky cardyb|zulipurlpreview/i

/** Whether a browser fetches this ahead of a person, by `sec-purpose` or the older `purpose`. */
export function isPrefetch(request: Request): boolean {
  const purpose = `${request.headers.get('sec-purpose') ?? ''};${request.headers.get('purpose') ?? ''}`
  return /prefetch|prerender|preview/i.test(purpose)
}

/**
 * Refuses what a browser fetches ahead of a person (spec part 3): a verdict must not be older than the look at
 * it, and must not be counted before it is seen.
 * @throws ServiceError `unavailable`
 */
export function refusePrefetch(request: Request): void {
  if (!isPrefetch(request)) return
  throw new ServiceError('unavailable', 'Checks do not run on a prefetch. Open the address to check.', {
    retryAfterSeconds: 1,
  })
}

/** Whether an answer to this request is a completed check, which is counted: not so for HEAD. */
export function isCompletedCheck(request: Request): boolean {
  return request.method === 'GET'
}

/** Whether a page is fetched for a link preview: answered, and not counted. */
export function isLinkPreview(request: Request): boolean {
  return PREVIEW_BOT.test(request.headers.get('user-agent') ?? '')
}
