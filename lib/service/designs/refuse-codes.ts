import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import type { PageDesign, PagePicture } from '@/lib/render/certificate/page-design'
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
 * @param what its pictures are called, in their order
 * @throws ServiceError `malformed`; `unavailable` when the page could not be drawn or searched just now
 */
export async function refuseCodes(read: CheckedDesign, what: readonly string[]): Promise<void> {
  if (what.length === 0) return
  const page = await readPageDesign(read)
  if (!(await hasAnotherCode(page))) return
  for (const [index, { bytes }] of read.pictures.entries()) {
    if (await hasAnotherCode(withOnly(page, bytes)))
      throw refuseDesign('designs.refused.code', { what: what[index] ?? '' })
  }
  throw refuseDesign('designs.refused.code', { what: what.join(', ') })
}

async function hasAnotherCode(design: PageDesign): Promise<boolean> {
  const pdf = await previewDesign(ISSUER, design, 'usual')
  const page = await renderJpeg(pdf, DOTS).catch((cause: unknown) => {
    throw new ServiceError('unavailable', 'The page could not be drawn just now. Try again in a moment.', { cause })
  })
  const { origin } = new URL(env().BASE_URL)
  return (await readPageCodes(page)).some((code) => code !== origin)
}

/** The design with this one of its pictures, to tell which it is that holds the code. */
function withOnly(design: PageDesign, bytes: Uint8Array): PageDesign {
  const kept = (picture: PagePicture | null) => (picture?.bytes === bytes ? picture : null)
  return {
    ...design,
    logo: kept(design.logo),
    background: design.background?.picture.bytes === bytes ? design.background : null,
    signatories: design.signatories.map((one) => ({ ...one, picture: kept(one.picture) })),
  }
}
