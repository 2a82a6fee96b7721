import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { qrSvg } from '@/lib/render/typeset/qr-svg'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { designToWear } from '@/lib/service/designs/design-to-wear'
import { getDesignByName, listDesigns } from '@/lib/service/designs/list-designs'
import { readDesign } from '@/lib/service/designs/read-design'
import {
  acceptWaitingDesign,
  listWaitingDesigns,
  proposeDesign,
  refuseWaitingDesign,
} from '@/lib/service/designs/waiting-designs'
import { MOST_PICTURES } from '@/lib/service/desk/bounds/require-few-a-day'
import { workingPool } from '@/lib/store/database/database'
import { findActivities } from '@/lib/store/desk/activities'
import { fileStore } from '@/lib/store/files/file-store'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { POST as CHOOSE } from '../account/reading/route'
import { GET as ACTIVITY } from '../activity/route'
import { GET, POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

const PATH = '/dashboard/designs'

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

function form(changes: Record<string, string | Blob> = {}): FormData {
  const fields = { layout: 'modern', paper: 'a4', ink: '#1b1f24', accent: '#7a1f2b', ground: '#ffffff' }
  const words = { name: 'Diploma', title: 'Certificate', certifies: 'This certifies that', language: 'en', do: 'see' }
  const sent = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...words, ...changes })) sent.set(name, value)
  return sent
}

const send = (upload: FormData, person = owner) => person.browser.visit(POST, PATH, { upload })
const svg = (inner: string) =>
  new Blob([`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inner}</svg>`], { type: 'image/svg+xml' })

describe('answers', () => {
  it('with the form, and with the page of what was typed, without saving it', async () => {
    expect(await (await owner.browser.visit(GET, PATH)).text()).toContain('No design yet')
    const answer = await send(form())
    const html = await answer.text()
    expect(answer.status).toBe(200)
    const pages = [...html.matchAll(/src="data:image\/jpeg;base64,([^"]+)"/g)].map(([, base64]) => base64 ?? '')
    const widths = pages.map(async (page) => (await sharp(Buffer.from(page, 'base64')).metadata()).width)
    expect(await Promise.all(widths)).toEqual([1286, 877, 877, 877, 877])
    for (const words of ['The longest name', 'An Arabic name', 'A Chinese name', 'The shortest name'])
      expect(html).toContain(words)
    expect(html).toContain('value="Diploma"')
    expect(await listDesigns(issuer.id)).toEqual([])
  })

  it('by refusing to replace a version that was saved after the form was opened, until that is said', async () => {
    const person = await mintPerson(await mintIssuer(), 'owner')
    const save = async (changes: Record<string, string | Blob>) => {
      const answer = await send(form({ do: 'save', ...changes }), person)
      const html = await answer.text()
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
      return {
        status: answer.status,
        html,
        opened: { opened_name: field('opened_name'), opened_version: field('opened_version') },
      }
    }
    const first = await save({ opened_name: '', opened_version: '0' })
    expect(first.opened).toEqual({ opened_name: 'Diploma', opened_version: '1' })
    const mine = await save({ ...first.opened, line: 'Mine' })
    expect([mine.status, mine.opened.opened_version]).toEqual([200, '2'])
    const logo = svg('<path d="M0 0h9v9z"/>')
    const theirs = await save({ ...first.opened, title: 'Theirs', logo })
    expect([theirs.status, theirs.html]).toEqual([400, expect.stringContaining('has version 2, which was saved after')])
    // What was chosen need not be chosen again.
    expect(theirs.html).toMatch(/name="kept_logo" value="[0-9a-f]{64}"/)
    expect(await listDesigns(person.member.issuerId)).toMatchObject([{ version: 2, content: { line: 'Mine' } }])
    // A look at it is no word that it may be replaced.
    expect((await save({ ...first.opened, do: 'see' })).opened).toEqual(first.opened)
    expect((await save({ ...theirs.opened, title: 'Theirs' })).status).toBe(200)
    // Under the name of another design.
    expect((await save({ opened_name: 'Other', opened_version: '3', title: 'Renamed' })).status).toBe(400)
    expect(await listDesigns(person.member.issuerId)).toMatchObject([{ version: 3 }])
  })

  it('by saving it, with pictures that need not be sent again, and new certificates use it', async () => {
    const first = await (await send(form({ logo: svg('<path d="M0 0h9v9z"/>'), name_1: 'Dr. Okafor' }))).text()
    const [, kept = ''] = /name="kept_logo" value="([0-9a-f]{64})"/.exec(first) ?? []
    const saved = await (await send(form({ kept_logo: kept, do: 'save', wear: 'all', name_1: 'Dr. Okafor' }))).text()
    expect(saved).toContain('Diploma is saved as version 1')
    expect(await listDesigns(issuer.id)).toMatchObject([
      {
        name: 'Diploma',
        version: 1,
        isDefault: true,
        content: { logo: { sha256: kept }, signatories: [{ name: 'Dr. Okafor' }] },
      },
    ])
    const knots = { kept_logo: kept, do: 'save', wear: 'event', event: 'Knots', name_1: 'Dr. Okafor' }
    for (const answer of [await send(form(knots)), await send(form(knots))])
      expect(await answer.text()).toContain('Diploma is unchanged: version 1')
    const log = (await findActivities(issuer.id, null, 9)).filter(({ action }) => action === 'design.set')
    expect(log.map(({ subject, detail }) => [subject, detail])).toEqual([
      ['Diploma', { version: 1, event: 'Knots' }],
      ['Diploma', { version: 1, event: '' }],
    ])
    await issueOne(issuer)
    const again = await (await owner.browser.visit(GET, PATH)).text()
    expect(again).toContain('Dr. Okafor')
    expect(again).toContain(kept)
  })
})

describe('the words and the picture behind them', () => {
  it('are those of the language, but for what is typed', async () => {
    const own = await mintPerson(await mintIssuer(), 'owner')
    const saved = await send(
      form({
        ...{ do: 'save', language: 'DE', certifies: '', issued_at: 'Verliehen', use: 'ground' },
        background: svg('<path d="M0 0h9v9z"/>'),
      }),
      own,
    )
    const html = await saved.text()
    expect(html).toContain('saved as version 1')
    const [design] = await listDesigns(own.person.member?.issuerId ?? '')
    expect(design?.content).toMatchObject({
      language: 'de',
      words: { certifies: 'Dieses Zertifikat erhält', issued_at: 'Verliehen', expires_at: 'Gültig bis' },
      background: { use: 'ground' },
    })
    expect(html).toContain('placeholder="Gültig bis"')
    const [, kept = ''] = /name="kept_background" value="([0-9a-f]{64})"/.exec(html) ?? []
    await send(form({ do: 'save', language: 'de', kept_background: kept, remove_background: 'yes' }), own)
    expect((await listDesigns(own.person.member?.issuerId ?? ''))[0]?.content).toMatchObject({
      background: null,
      words: { issued_at: 'Ausgestellt' },
    })
  })
})

describe('what new certificates wear', () => {
  it('is set for one event or all others, and ended again', async () => {
    const own = await mintPerson(await mintIssuer(), 'owner')
    const designs = () => listDesigns(own.person.member?.issuerId ?? '')
    await send(form({ do: 'save', wear: 'event', event: '  Fire Fighting ' }), own)
    await send(form({ do: 'save', wear: 'all' }), own)
    expect(await designs()).toMatchObject([{ isDefault: true, events: ['Fire Fighting'] }])
    const page = await (await own.browser.visit(GET, PATH)).text()
    expect(page).toContain('<bdi>Fire Fighting</bdi>')
    const unset = (event: string) => send(form({ do: 'unset', event }), own)
    expect(await (await unset('Fire Fighting')).text()).toContain('no longer use it')
    expect(await designs()).toMatchObject([{ isDefault: true, events: [] }])
    expect((await unset('Fire Fighting')).status).toBe(200)
    await unset('')
    expect(await designs()).toMatchObject([{ isDefault: false, events: [] }])
    expect((await send(form({ do: 'save', wear: 'event', event: ' ' }), own)).status).toBe(400)
  })
})

describe('erasing the picture of a signature', () => {
  it('takes it out of all versions and the file store, and out of what is issued from then on', async () => {
    const own = await mintPerson(await mintIssuer(), 'owner')
    const issuerId = own.person.member?.issuerId ?? ''
    const drawing = svg('<path d="M1 1h7v7z"/>')
    const first = await send(form({ do: 'save', wear: 'all', name_1: 'Dr. Okafor', signature_1: drawing }), own)
    const [, kept = ''] = /name="kept_signature_1" value="([0-9a-f]{64})"/.exec(await first.text()) ?? []
    const before = await issueOne({ id: issuerId })
    const erase = { name_1: 'Dr. Okafor', kept_signature_1: kept, erase_signature_1: 'yes' }
    const seen = await (await send(form(erase), own)).text()
    expect(seen).toMatch(/name="erase_signature_1"[^>]*checked/)
    expect(await fileStore().get(kept)).not.toBeNull()
    expect(await (await send(form({ ...erase, do: 'save' }), own)).text()).toContain('The picture is erased.')
    expect(await fileStore().get(kept)).toBeNull()
    for (const version of [1, 2]) {
      const { content } = await getDesignByName(issuerId, 'Diploma', version)
      expect(content.signatories).toEqual([{ name: 'Dr. Okafor', title: '', picture: null }])
    }
    const change = { reason: 'Test', actor: 'test' }
    const { certificate } = await correctCertificate(before, { fullName: 'Ana Müller' }, change)
    expect(certificate.serial).not.toBe(before)
    expect((await send(form({ kept_signature_1: kept, name_1: 'Dr. Okafor' }), own)).status).toBe(400)
  })

  it('leaves the same picture of another issuer', async () => {
    const [one, other] = [await mintPerson(await mintIssuer(), 'owner'), await mintPerson(await mintIssuer(), 'owner')]
    const signed = () => ({ do: 'save', name_1: 'A', signature_1: svg('<path d="M2 2h5v5z"/>') })
    const html = await (await send(form(signed()), one)).text()
    await send(form(signed()), other)
    const [, kept = ''] = /name="kept_signature_1" value="([0-9a-f]{64})"/.exec(html) ?? []
    await send(form({ do: 'save', name_1: 'A', kept_signature_1: kept, erase_signature_1: 'yes' }), one)
    const [design] = await listDesigns(other.person.member?.issuerId ?? '')
    expect(design?.content.signatories[0]?.picture?.sha256).toBe(kept)
    expect(await fileStore().get(kept)).not.toBeNull()
  })
})

describe('refuses', () => {
  it.each([
    ['a pale colour', { accent: '#ffee88' }, 'contrast'],
    ['a script', { logo: svg('<script>x</script>') }, 'script'],
    ['a code', { logo: new Blob([qrSvg('https://evil.example/')]) }, 'QR code'],
    ['another layout', { layout: 'x' }, 'Layout'],
    ['a picture that is not there', { kept_logo: 'a'.repeat(64) }, 'not there any more'],
  ])('%s, and keeps what was typed', async (_, changes: Record<string, string | Blob>, sentence) => {
    const answer = await send(form({ ...changes, line: 'Typed before' }))
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain(sentence)
    expect(html).toContain('Typed before')
  })

  it('more pictures than anybody tries within a day', async () => {
    const busy = await mintIssuer()
    const person = await mintPerson(busy, 'owner')
    await workingPool().query(
      "INSERT INTO design_pictures (issuer_id, sha256, size) SELECT $1, lpad(n::text, 64, '0'), 1 FROM generate_series(1, $2::int) n",
      [busy.id, MOST_PICTURES],
    )
    const answer = await send(form({ logo: svg('<path d="M1 1h4v4z"/>'), line: 'Typed before' }), person)
    const html = await answer.text()
    expect([answer.status, html.includes('This was done 300 times within a day.')]).toEqual([400, true])
    expect(html).toContain('Typed before')
    expect((await send(form(), person)).status).toBe(200)
  })

  it('in the language of the reader', async () => {
    const reader = await mintPerson(issuer, 'owner')
    await reader.browser.visit(CHOOSE, '/dashboard/account/reading', { form: { language: 'ar', time_zone: 'UTC' } })
    const html = await (await send(form({ accent: '#ffee88', logo: new Blob(['GIF89a']) }), reader)).text()
    expect(html).toContain('لون التمييز')
    expect(html).toContain('dir="rtl"')
  })
})

describe('a design of an issuer whose domain is not verified', () => {
  const save = { do: 'save', wear: 'all', name_1: 'Dr. Okafor' }

  async function proposed() {
    const own = await mintPerson(await mintIssuer({ attested: false }), 'owner')
    const issuerId = own.person.member?.issuerId ?? ''
    const answer = await send(form({ ...save, logo: svg('<path d="M3 3h4v4z"/>') }), own)
    return { own, issuerId, html: await answer.text(), status: answer.status }
  }

  it('waits for the operator, and nothing is issued in it', async () => {
    const { own, issuerId, html, status } = await proposed()
    expect(status).toBe(200)
    expect(html).toContain('Diploma waits for the operator')
    expect(await listDesigns(issuerId)).toEqual([])
    expect(await designToWear(workingPool(), issuerId, 'Fire Fighting')).toBeNull()
    const page = await (await own.browser.visit(GET, PATH)).text()
    expect(page).toContain('Designs that wait for the operator')
    expect(await listWaitingDesigns(issuerId)).toMatchObject([{ name: 'Diploma', forEvent: '' }])
  })

  it('becomes its version when it is accepted, once, and new certificates use it', async () => {
    const { issuerId } = await proposed()
    const [one] = await listWaitingDesigns(issuerId)
    expect(await acceptWaitingDesign(one?.id ?? '')).toMatchObject({ name: 'Diploma', version: 1 })
    expect(await listDesigns(issuerId)).toMatchObject([{ name: 'Diploma', version: 1, isDefault: true }])
    expect((await designToWear(workingPool(), issuerId, 'Fire Fighting'))?.version).toBe(1)
    expect(await listWaitingDesigns(issuerId)).toEqual([])
    await expect(acceptWaitingDesign(one?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is gone when it is refused, and its owners read why', async () => {
    const { own, issuerId } = await proposed()
    const [one] = await listWaitingDesigns(issuerId)
    await expect(refuseWaitingDesign(one?.id ?? '', { reason: ' ' })).rejects.toMatchObject({ code: 'malformed' })
    await refuseWaitingDesign(one?.id ?? '', { reason: 'The logo is another college’s.' })
    expect(await listWaitingDesigns(issuerId)).toEqual([])
    await expect(acceptWaitingDesign(one?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
    const log = await (await own.browser.visit(ACTIVITY, '/dashboard/activity')).text()
    expect(log).toContain('The logo is another college’s.')
  })

  it('is replaced by a newer one of the same name, and the older is not to be accepted any more', async () => {
    const { own, issuerId } = await proposed()
    const [first] = await listWaitingDesigns(issuerId)
    await send(form({ ...save, accent: '#1f3a5f' }), own)
    expect(await listWaitingDesigns(issuerId)).toMatchObject([{ content: { colours: { accent: '#1f3a5f' } } }])
    await expect(acceptWaitingDesign(first?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is taken back by its owner, and by nobody of another issuer', async () => {
    const { own, issuerId } = await proposed()
    const [one] = await listWaitingDesigns(issuerId)
    const back = { do: 'take_back', waiting: one?.id ?? '' }
    await send(form(back), owner)
    expect(await listWaitingDesigns(issuerId)).toHaveLength(1)
    expect(await (await send(form(back), own)).text()).toContain('no longer waits')
    expect(await listWaitingDesigns(issuerId)).toEqual([])
    expect((await send(form(back), own)).status).toBe(200)
    expect((await send(form({ do: 'take_back', waiting: 'x' }), own)).status).toBe(200)
  })

  it('does not count when its row was changed in the database', async () => {
    const { issuerId } = await proposed()
    const [one] = await listWaitingDesigns(issuerId)
    await workingPool().query("UPDATE design_proposals SET name = 'Other', mac = 'forged' WHERE issuer_id = $1", [
      issuerId,
    ])
    expect(await listWaitingDesigns(issuerId)).toEqual([])
    await expect(acceptWaitingDesign(one?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is one of twenty at most', async () => {
    const { own, issuerId } = await proposed()
    const read = await readDesign({ layout: 'classic', colours: {} }, () => Promise.reject(new Error('no picture')))
    for (let number = 2; number <= 20; number += 1)
      await proposeDesign(issuerId, `Number ${number}`, read, { forEvent: null, askedBy: 'operator' })
    const answer = await send(form({ ...save, name: 'Number 21' }), own)
    expect([answer.status, (await answer.text()).includes('20 designs wait for the operator already')]).toEqual([
      400,
      true,
    ])
    expect((await send(form(save), own)).status).toBe(200)
  })
})

describe('isolation', () => {
  it('shows and takes nothing of another issuer', async () => {
    const [design] = await listDesigns(issuer.id)
    const logo = design?.content.logo?.sha256 ?? ''
    expect(logo).toMatch(/^[0-9a-f]{64}$/)
    const other = await mintPerson(await mintIssuer(), 'owner')
    const page = await (await other.browser.visit(GET, `${PATH}?design=${design?.id}`)).text()
    expect(page).not.toContain('Dr. Okafor')
    expect((await send(form({ kept_logo: logo }), other)).status).toBe(400)
  })
})
