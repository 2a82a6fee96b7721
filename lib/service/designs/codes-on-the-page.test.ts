import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { qrPicture } from '@/lib/render/typeset/qr-svg'
import { readDesign } from './read-design'

const { svg, size } = qrPicture('https://evil.example/verify/1')
const path = /d="([^"]*)"/.exec(svg)?.[1] ?? ''
const graphic = (inner: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="-4 -4 ${size + 8} ${size + 8}">${inner}</svg>`,
  )
const pixels = (inner: string) => sharp(graphic(inner)).png().toBuffer()

/** In large units, of which the page's program takes a line to be as thick as it says, and others not. */
const crossedOut = graphic(
  `<g transform="scale(0.001)"><g transform="scale(1000)"><path d="${path}"/></g>` +
    `<path vector-effect="non-scaling-stroke" stroke="#fff" stroke-width="600" d="M-4000 ${size * 500}h${(size + 8) * 1000}"/></g>`,
)

const wearing = (logo: Buffer, paper: string) =>
  readDesign({ layout: 'portrait', colours: { ink: '#000000', accent: '#000000', paper }, logo: 'logo' }, () =>
    Promise.resolve(logo),
  )

describe('a picture that holds a code on the page alone', () => {
  it.each([
    ['in white on nothing', () => pixels(`<path fill="#fff" d="${path}"/>`), '#999999'],
    [
      'cut out of white',
      () => pixels(`<path fill="#fff" fill-rule="evenodd" d="M-4 -4h${size + 8}v${size + 8}h-${size + 8}z${path}"/>`),
      '#999999',
    ],
    ['crossed out for others', () => crossedOut, '#ffffff'],
    ['as a graphic', () => graphic(`<path fill="#fff" d="${path}"/>`), '#999999'],
  ])('is refused: %s', async (_, make, paper) => {
    await expect(wearing(await make(), paper)).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('QR code'),
    })
  })

  it('is named among others', async () => {
    const [logo, signature] = [graphic('<path d="M0 0h9v9z"/>'), graphic(`<path fill="#fff" d="${path}"/>`)]
    const signatories = [{ name: 'Ana Müller', title: 'Dean', picture: 'signature' }]
    const colours = { ink: '#000000', accent: '#000000', paper: '#999999' }
    const reading = readDesign({ layout: 'classic', colours, logo: 'logo', signatories }, (name) =>
      Promise.resolve(name === 'logo' ? logo : signature),
    )
    await expect(reading).rejects.toThrow(/^Picture of the signature \(Ana Müller\): the picture holds a QR code/)
  })

  it('is taken where it is no code', async () => {
    const logo = await pixels('<circle fill="#fff" cx="12" cy="12" r="9"/>')
    expect((await wearing(logo, '#999999')).pictures).toHaveLength(1)
  })
})
