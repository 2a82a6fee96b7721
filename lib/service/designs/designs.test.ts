import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { wornDesign } from '@/lib/domain/design/worn-design'
import { qrSvg } from '@/lib/render/typeset/qr-svg'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { transaction, workingPool } from '@/lib/store/database/database'
import { setDefault } from '@/lib/store/designs/designs'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { checkPicture } from './check-picture'
import { designToWear } from './design-to-wear'
import { listDesigns } from './list-designs'
import { readDesign } from './read-design'
import { setDesign } from './set-design'

useServiceDatabase()

const noPicture = () => Promise.reject(new Error('no picture is named'))
const plain = (accent: string, more: object = {}) =>
  readDesign({ layout: 'classic', colours: { accent }, ...more }, noPicture)

async function wornBy(serial: string) {
  const certificate = (await checkCertificate(serial))?.judgement.certificate
  if (certificate?.kind !== 'genuine') throw new Error('it is not genuine')
  return wornDesign(certificate.pdf?.template ?? '')
}

describe('designs of an issuer', () => {
  it('gives each change a version, and none to what says the same', async () => {
    const issuer = await mintIssuer()
    const first = await setDesign(issuer.id, 'Diploma', await plain('#7a1f2b'))
    const same = await setDesign(issuer.id, ' Diploma ', await plain('#7A1F2B'))
    const second = await setDesign(issuer.id, 'Diploma', await plain('#1f3a5f'))
    expect([first, same, second]).toMatchObject([
      { version: 1, unchanged: false },
      { id: first.id, version: 1, unchanged: true },
      { id: first.id, version: 2, unchanged: false },
    ])
    expect(await listDesigns(issuer.id)).toMatchObject([{ name: 'Diploma', version: 2, isDefault: false, events: [] }])
  })

  it('are named in the signed statement of what is issued; that of the event goes before that of the issuer', async () => {
    const issuer = await mintIssuer()
    const before = await issueOne(issuer)
    const general = await setDesign(issuer.id, 'General', await plain('#7a1f2b'), { forEvent: '' })
    const own = await setDesign(issuer.id, 'Own', await plain('#1f3a5f'), { forEvent: 'Fire Fighting' })
    const [one, other] = [await issueOne(issuer), await issueOne(issuer, { eventTitle: 'Fire Fighting' })]
    expect([await wornBy(before), await wornBy(one), await wornBy(other)]).toEqual([
      null,
      { id: general.id, version: 1 },
      { id: own.id, version: 1 },
    ])
  })

  it('stay on a certificate through corrections and ten changes, and its file stays the issued one', async () => {
    const issuer = await mintIssuer()
    const { id } = await setDesign(issuer.id, 'Diploma', await plain('#7a1f2b'), { forEvent: '' })
    const serial = await issueOne(issuer)
    const file = (await checkCertificate(serial))?.judgement.certificate
    for (let change = 1; change <= 10; change += 1) {
      await setDesign(issuer.id, 'Diploma', await plain('#1f3a5f', { line: `Change ${change}` }), { forEvent: '' })
    }
    expect(await checkCertificate(serial).then((found) => found?.judgement.certificate)).toMatchObject({
      kind: 'genuine',
      pdf: file?.kind === 'genuine' ? { sha256: file.pdf?.sha256 } : null,
    })
    const corrected = await correctCertificate(serial, { fullName: 'Ana Müller' }, { reason: 'Test', actor: 'test' })
    expect(await wornBy(corrected.certificate.serial)).toEqual({ id, version: 1 })
    expect(await wornBy(await issueOne(issuer))).toEqual({ id, version: 11 })
  })

  it('that cannot be read stop what would wear them, and nothing that was issued', async () => {
    const issuer = await mintIssuer()
    await setDesign(issuer.id, 'Diploma', await plain('#7a1f2b'), { forEvent: '' })
    const serial = await issueOne(issuer)
    await workingPool().query("UPDATE design_defaults SET mac = 'forged' WHERE issuer_id = $1", [issuer.id])
    await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('verified')
    await withdrawCertificate(serial, { reason: 'Test', publicReason: null, actor: 'test' })
  })

  it('are never changed in the database', async () => {
    const issuer = await mintIssuer()
    const { id } = await setDesign(issuer.id, 'Diploma', await plain('#7a1f2b'))
    for (const statement of [
      "UPDATE design_versions SET content = '{}', mac = 'x' WHERE design_id = $1",
      'DELETE FROM design_versions WHERE design_id = $1',
    ]) {
      await expect(workingPool().query(statement, [id])).rejects.toThrow(/never changed|permission denied/)
    }
  })

  it('are another issuer’s for nobody', async () => {
    const [issuer, other] = [await mintIssuer(), await mintIssuer()]
    const { id } = await setDesign(issuer.id, 'Diploma', await plain('#7a1f2b'))
    await transaction((tx) => setDefault(tx, other.id, '', id))
    await expect(designToWear(workingPool(), other.id, '')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await listDesigns(other.id)).toEqual([])
  })
})

describe('a design that is handed in', () => {
  it.each([
    ['a pale ink', { colours: { ink: '#999999' } }, 'contrast of 2.8'],
    ['a pale accent', { colours: { accent: '#ffcc00' } }, 'contrast of 1.5'],
    ['white on black', { colours: { ink: '#ffffff', accent: '#ffffff', paper: '#000000' } }, 'lighter than the ink'],
    [
      'an ink that a ground picture drowns',
      { colours: { accent: '#707070' }, background: { picture: 'x', use: 'ground' } },
      'contrast',
    ],
    ['another place to check', { words: { check_at: 'Check at evil.example or' } }, 'letters and spaces only'],
    ['an address in a line', { line: 'Verify at https://evil.example' }, 'an address must not be in it'],
    ['five signatories', { signatories: Array.from({ length: 5 }, () => ({ name: 'A' })) }, 'signatories'],
    ['a word that turns others around', { line: 'a\u202eb' }, 'cannot be seen'],
    ['an emoji', { line: '😀' }, 'none of the certificate'],
    ['an unknown member', { qr: false }, 'qr'],
    ['no layout', { layout: 'none' }, 'Layout'],
  ])('is refused: %s', async (_, more, sentence) => {
    const reading = readDesign({ layout: 'classic', colours: {}, ...more }, noPicture)
    await expect(reading).rejects.toMatchObject({ code: 'malformed', message: expect.stringContaining(sentence) })
  })
})

describe('a picture that is handed in', () => {
  const pixels = (width: number, height: number, channels: 3 | 4 = 4) =>
    sharp({ create: { width, height, channels, background: '#123456' } })
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inner}</svg>`)

  it.each([
    ['a PNG', () => pixels(80, 40).png().toBuffer(), 'image/png'],
    ['a PNG of 16 bits', () => pixels(80, 40).toColourspace('rgb16').png().toBuffer(), 'image/png'],
    ['a JPEG in CMYK', () => pixels(80, 40, 3).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
    ['an SVG', () => Promise.resolve(svg('<path d="M0 0h9v9z"/>')), 'image/svg+xml'],
  ])('is written anew: %s', async (_, make, mediaType) => {
    const checked = await checkPicture('The logo', await make())
    expect(checked.mediaType).toBe(mediaType)
    if (mediaType === 'image/svg+xml') return
    expect(await sharp(checked.bytes).metadata()).toMatchObject({ depth: 'uchar', space: 'srgb' })
  })

  it.each([
    ['a script', () => svg('<script>x</script>'), 'script'],
    ['a reference that leads out', () => svg('<use href="https://evil.example/x.svg#a"/>'), 'outside of itself'],
    ['a picture from elsewhere', () => svg('<image href="file:///etc/passwd"/>'), '<image>'],
    ['letters', () => svg('<text>7K3M</text>'), '<text>'],
    [
      'an entity',
      () => Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
      'document type',
    ],
    ['a code', () => Buffer.from(qrSvg('https://evil.example/verify/1')), 'QR code'],
    ['no picture', () => Buffer.from('GIF89a'), 'cannot be decoded'],
    ['a large file', () => Buffer.alloc(8 * 1024 * 1024 + 1), 'larger than 8 MiB'],
    ['a large graphic', () => svg(' '.repeat(1024 * 1024)), 'the picture has 1'],
    ['a graphic of nothing', () => svg(''), 'white or transparent all over'],
  ])('is refused: %s', async (_, make, sentence) => {
    await expect(checkPicture('The logo', make())).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining(sentence),
    })
  })

  const blank = (background: string) => sharp({ create: { width: 80, height: 40, channels: 4, background } }).png()
  const white = async () => {
    const input = await blank('#fff').resize(20, 20).toBuffer()
    return blank('#0000').composite([{ input }]).toBuffer()
  }

  it.each([
    ['white all over', () => blank('#fff').toBuffer()],
    ['white as a JPEG has it', () => blank('#fefefe').flatten().jpeg().toBuffer()],
    ['transparent all over', () => blank('#12345600').toBuffer()],
    ['transparent and white', white],
  ])('is refused where nothing of it would be seen: %s', async (_, make) => {
    await expect(checkPicture('The logo', await make())).rejects.toMatchObject({
      code: 'malformed',
      message:
        'The logo: it is white or transparent all over, so that nothing of it would be seen. Choose another picture.',
    })
  })

  it('may be white where the paper is not', async () => {
    expect(await checkPicture('The logo', await white(), { isWhite: false })).toMatchObject({ mediaType: 'image/png' })
    await expect(checkPicture('The logo', await blank('#fff').toBuffer(), { isWhite: false })).rejects.toThrow('white')
  })

  it('may be a photograph as a telephone takes one', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
    const create = { width: 3000, height: 2250, channels: 3 as const, background: '#777', noise }
    const photo = await sharp({ create }).jpeg({ quality: 70 }).toBuffer()
    expect(photo.length).toBeGreaterThan(1024 * 1024)
    const checked = await checkPicture('The ground', photo)
    expect(checked.bytes.length).toBeLessThan(100 * 1024)
  })

  it('may be a photograph of the largest telephones, also one that lies on its side, and no larger one', async () => {
    const input = await pixels(2000, 2000).png().toBuffer()
    const photo = (width: number, height: number, progressive = false) =>
      sharp({ create: { width, height, channels: 3, background: '#a33' } })
        .composite([{ input }])
        .withMetadata({ orientation: 6 })
        .jpeg({ progressive })
        .toBuffer()
    const checked = await checkPicture('The ground', await photo(8064, 6048))
    expect(await sharp(checked.bytes).metadata()).toMatchObject({ width: 1200, height: 1600 })
    for (const larger of [await photo(8200, 8200), await photo(8064, 6048, true)])
      await expect(checkPicture('The ground', larger)).rejects.toMatchObject({
        message: expect.stringContaining('or a photograph as JPEG of at most 8,192 by 8,192.'),
      })
  })

  it('is refused: a bomb, and a code made of pixels', async () => {
    const bomb = await pixels(5000, 5000).png().toBuffer()
    expect(bomb.length).toBeLessThan(1024 * 1024)
    await expect(checkPicture('The logo', bomb)).rejects.toMatchObject({ message: expect.stringContaining('decoded') })
    const code = await sharp(Buffer.from(qrSvg('https://evil.example/verify/1')), { density: 300 })
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fff' })
      .flatten({ background: '#fff' })
      .png()
      .toBuffer()
    await expect(checkPicture('The logo', code)).rejects.toMatchObject({ message: expect.stringContaining('QR code') })
  })
})
