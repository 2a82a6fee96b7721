import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { renderJpeg } from '@/lib/render/certificate/render-certificate'
import { readPageCodes } from '@/lib/render/untrusted/decode-picture'
import type { CheckedDesign } from './checked-design'
import { refuseDesign } from './design-refusals'
import { readPageDesign } from './design-to-wear'
import { previewDesign } from './preview-design'

/** Dots an inch: the modules of a smaller code are too small for a telephone in print. */
const DOTS = 300
const ISSUER = { name: 'Issuer', domain: '' }

/**
 * Refuses a design whose page has another code than the certificate's. A picture is searched by itself before; but what is white
 * on nothing is seen on coloured paper alone, and pages are drawn by another program than pictures.
 * @param what its pictures are called
 * @throws ServiceError `malformed`; `unavailable` when the page could not be drawn or searched just now
 */
export async function refuseCodes(read: CheckedDesign, what: readonly string[]): Promise<void> {
  if (what.length === 0) return
  const pdf = await previewDesign(ISSUER, await readPageDesign(read), 'usual')
  const page = await renderJpeg(pdf, DOTS).catch((cause: unknown) => {
    throw new ServiceError('unavailable', 'The page could not be drawn just now. Try again in a moment.', { cause })
  })
  const { origin } = new URL(env().BASE_URL)
  if ((await readPageCodes(page)).some((code) => code !== origin))
    throw refuseDesign('designs.refused.code', { what: what.join(' / ') })
}
