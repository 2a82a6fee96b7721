import { type APIResponse, type Response } from '@playwright/test'
import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll, expectOneSheet } from './support/inspect-page'
import { exampleSerial } from './support/operator'

/** What a person types or opens, and what the page says. */
interface Case {
  name: string
  serial: () => Promise<string> | string
  status: 200 | 404
  heading: string
  says: RegExp
  /** Must stand neither in the title nor in a tag that a link preview reads. */
  person?: string
}

const example = (status: string, nth?: number) => () => exampleSerial(status, nth)
const UNKNOWN = '0000-0000-0000-0000' // a right check character, and never issued
const nobody = { status: 404, heading: 'No such certificate' } as const
/** What says nothing about any document, and is never red. */
const noSerial = { status: 404, heading: 'No serial found here' } as const

const CASES: Case[] = [
  {
    name: 'genuine',
    serial: example('verified'),
    status: 200,
    heading: 'Genuine and current',
    says: /It does not show that the person presenting it is Ana-Lucía Müller Nguyễn\./,
    person: 'Ana-Lucía',
  },
  {
    name: 'corrected twice, the first version',
    serial: example('superseded'),
    status: 200,
    heading: 'Replaced by a correction',
    says: /Do not accept this version\..*Jörgen Sjöberg-Ødegård.*Jørgen Sjöberg-Ødegård.*Passed with distinction/s,
    person: 'Sjöberg',
  },
  {
    name: 'corrected twice, the second version',
    serial: example('superseded', 1),
    status: 200,
    heading: 'Replaced by a correction',
    says: /Do not accept this version\..*Passed with distinction/s,
    person: 'Sjöberg',
  },
  {
    name: 'corrected twice, the current version',
    serial: example('verified', 1),
    status: 200,
    heading: 'Genuine and current',
    says: /3, a correction of an earlier certificate/,
    person: 'Sjöberg',
  },
  {
    name: 'withdrawn',
    serial: example('withdrawn'),
    status: 200,
    heading: 'Withdrawn',
    says: /Do not accept this certificate\..*Issued in error: the course was not completed\./s,
    person: 'محمد',
  },
  {
    name: 'expired',
    serial: example('expired'),
    status: 200,
    heading: 'Expired',
    says: /Do not accept this certificate as current\./,
    person: 'नेहा',
  },
  {
    name: 'of a suspended issuer',
    serial: example('issuer_suspended'),
    status: 200,
    heading: 'Issuer suspended',
    says: /Do not accept this certificate for now\..*Example Driving School/s,
    person: 'Chloé',
  },
  { ...nobody, name: 'unknown', serial: () => UNKNOWN, says: /Do not accept it as genuine\./ },
  {
    ...noSerial,
    name: 'mistyped',
    heading: 'This serial has a typing mistake',
    serial: async () => mistype(await exampleSerial('verified')),
    says: /type the serial again\./,
  },
  {
    ...noSerial,
    name: 'a reserved word',
    serial: () => '__proto__',
    says: /This says nothing about the certificate\./,
  },
  {
    ...noSerial,
    name: 'markup',
    serial: () => '<script>alert(1)</script>',
    says: /This says nothing about the certificate\./,
  },
  { ...noSerial, name: 'very long', serial: () => 'X'.repeat(4000), says: /This says nothing about the certificate\./ },
]

for (const { name, serial, status, heading, says, person } of CASES) {
  test.describe(`a certificate that is ${name}`, () => {
    test.use({ expectedErrors: status === 404 ? [/status of 404/] : [] })
    const open = async () => `/verify/${encodeURIComponent(await serial())}`

    test('says so, in words, with its status and headers', async ({ page }) => {
      const response = await page.goto(await open())
      expect(response?.status()).toBe(status)
      expectVerdictHeaders(response)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('main')).toContainText(says)
      await page.waitForLoadState('networkidle')
      const preview = await page
        .locator('title, head meta[content]')
        .evaluateAll((all) => all.map((tag) => tag.getAttribute('content') ?? tag.textContent).join('\n'))
      expect(preview).not.toContain(heading)
      if (person) expect(preview).not.toContain(person)
    })

    test('can be read by everybody', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 568 })
      await page.goto(await open())
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })

    test('prints onto one sheet', async ({ page }) => {
      await page.goto(await open())
      await page.waitForLoadState('networkidle')
      await expectOneSheet(page)
    })

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false })
      test('is complete', async ({ page }) => {
        await page.goto(await open())
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await expect(page.getByRole('main')).toContainText(says)
        await expect(page.getByRole('button', { name: 'Print this page' })).toBeHidden()
      })
    })
  })
}

/** The serial with its last character changed, which its check character then cannot fit. */
function mistype(serial: string): string {
  return serial.slice(0, -1) + (serial.endsWith('7') ? '8' : '7')
}

/** The headers of spec part 13, on the answer that the browser got. */
export function expectVerdictHeaders(response: Response | APIResponse | null): void {
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
  })
}
