import { readFile } from 'node:fs/promises'
import { readSheets } from '@/lib/scan/list/sheets/read-sheet'
import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import {
  correctCertificate,
  exampleSerial,
  issueCertificate,
  issueCertificates,
  withdrawCertificate,
} from './support/operator'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a message with several links leads to one table', async ({ page }) => {
      const [one, two] = [await issueCertificate('Ana Müller'), await exampleSerial('withdrawn')]
      const origin = process.env.E2E_BASE_URL ?? ''
      await page.goto('/check-many')
      await page
        .getByRole('textbox', { name: 'Serials' })
        .fill(`Dear Ben,\nsee ${origin}/verify/${one} and\nSerial: ${two}\nBest regards, Ana`)
      await page.getByRole('button', { name: 'Check all' }).click()
      const heading = javaScriptEnabled ? 'Your list' : '2 certificates'
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expect(page.getByRole('row', { name: one })).toContainText('Genuine and current')
      await expect(page.getByRole('row', { name: one })).toContainText('Ana Müller')
      await expect(page.getByRole('row', { name: two })).toContainText('Withdrawn')
      await page.getByRole('row', { name: one }).getByRole('link', { name: 'Whole result' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
    })

    test('which column of a list counts is asked before anything of it is looked up', async ({ page }) => {
      const serial = await issueCertificate('Ana Müller')
      const sent: string[] = []
      page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
      await page.goto('/check-many')
      const rows = [`P1234567,Ana Müller,${serial}`, 'P2345678,Ben Okafor,', 'P3456789,Cy Ek,', 'P4567890,Di Wu,']
      await page.getByRole('textbox', { name: 'Serials' }).fill(rows.join('\n'))
      await page.getByRole('button', { name: 'Check all' }).click()
      const question = page.getByRole('group', { name: 'Which column holds the serials?' })
      await expect(question.getByRole('radio')).toHaveCount(3)
      await expect(page.getByRole('radio', { name: 'P1234567 · P2345678 · P3456789 Column 1' })).not.toBeChecked()
      await expect(page.getByRole('row')).toHaveCount(0)
      // What looks for faults is a script itself.
      if (javaScriptEnabled) await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 740 })
      if (javaScriptEnabled) await expectNoSidewaysScroll(page)
      await page.getByRole('radio', { name: `${serial} Column 3` }).check()
      await page.getByRole('button', { name: 'Check all' }).first().click()
      await expect(page.getByRole('row', { name: serial })).toContainText('Genuine and current')
      await expect(question).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'P1234567' })).toHaveCount(0)
      if (javaScriptEnabled) expect(sent.join('\n')).not.toMatch(/P1234567|Okafor/)
    })

    test('a correction that was withdrawn as well is not said to stand', async ({ page }) => {
      const [one = '', two = ''] = await issueCertificates([
        ['Ana Corregida', `Corrected ${javaScriptEnabled}`],
        ['Ben Corrigé', `Corrected ${javaScriptEnabled}`],
      ])
      const [good, bad] = [await correctCertificate(one, 'Ana Miller'), await correctCertificate(two, 'Ben Okafór')]
      await withdrawCertificate(bad)
      await page.goto('/check-many')
      await page.getByRole('textbox', { name: 'Serials' }).fill(`${one}\n${two}`)
      await page.getByRole('button', { name: 'Check all' }).click()
      const cell = (serial: string) => page.getByRole('row', { name: serial }).getByRole('cell').first()
      await expect(cell(one)).toHaveText(new RegExp(`Replaced by ${good}$`))
      await expect(cell(two)).toContainText(`Replaced by ${bad}`)
      await expect(cell(two)).toContainText('The correction has been withdrawn too. Do not accept either of them.')
    })
  })
}

test('two serials in the field of the home page lead there, and no name is sent', async ({ page }) => {
  const [one, two] = [await exampleSerial('verified'), await exampleSerial('expired')]
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/')
  const field = page.getByRole('textbox', { name: 'Serial' })
  const text = `Ana Müller\r\nSerial: ${one}\r\nBen Okafor\r\nSerial: ${two}\r\n`
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 certificates')
  expect(sent.join('\n')).not.toMatch(/Okafor|M%C3%BCller|Müller/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('a table in the field of the home page is compared with its names, none of which is sent', async ({ page }) => {
  const [one, two] = [await issueCertificate('Ana Müller'), await issueCertificate('Ben Okafor')]
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Serial' }).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `Name\tSerial\nAna Müller\t${one}\n\t\nEve Ek\t${two}\nCy Noserial\t\n`)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('row', { name: one })).toContainText('Genuine and current')
  await expect(page.getByRole('row', { name: two })).toContainText('Genuine, but another name')
  await expect(page.getByRole('row', { name: 'Cy Noserial' })).toContainText('No serial in this row')
  expect(sent.join('\n')).not.toMatch(/Noserial|M%C3%BCller|Müller/)
})

test('a table of verdicts gives way after five minutes, and its serials can be checked again', async ({ page }) => {
  await page.clock.install()
  const [one, two] = [await exampleSerial('verified'), await exampleSerial('expired')]
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Serial' }).fill(`${one} ${two}`)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 certificates')
  // A verdict is as old as its page's script has run.
  await page.waitForLoadState()
  await page.clock.fastForward('05:01')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Checked at /)
  await expect(page.locator('.row-verdict')).toHaveCount(2)
  await expect(page.locator('.row-verdict').first()).toBeHidden()
  await page.getByRole('link', { name: 'Check again' }).click()
  await expect(page.getByRole('textbox', { name: 'Serials' })).toHaveValue(`${one}\n${two}`)
})

test('a list that is printed says of each row when it was checked', async ({ page }) => {
  const serial = await issueCertificate('Ana Müller')
  await page.goto('/check-many')
  await page.getByRole('textbox', { name: 'Serials' }).fill(`Ana Müller\t${serial}`)
  await page.getByRole('button', { name: 'Check all', exact: true }).click()
  const row = page.getByRole('row', { name: serial })
  await expect(row).toContainText('Genuine and current')
  await expect(row.getByText(/Checked at/)).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(row.getByText(/Checked at \d\d:\d\d on \d+ \w+ 20\d\d \(UTC\)/)).toBeVisible()
})

test('a list in the field of the home page, of which nobody can tell which column counts, is asked about', async ({
  page,
}) => {
  const serial = await issueCertificate('Ana Müller')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Serial' }).evaluate(
    (input, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [`P1234567\t${serial}`, 'P2345678\t', 'P3456789\t', 'P4567890\t'].join('\n'),
  )
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('radio', { name: `${serial} Column 2` }).check()
  await page.getByRole('button', { name: 'Check all' }).first().click()
  await expect(page.getByRole('row', { name: serial })).toContainText('Genuine and current')
  expect(sent.join('\n')).not.toContain('P1234567')
})

test('digits alone are sent only once somebody says that they are serials', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/check-many')
  await page.locator('textarea').fill('123456789\n987654321')
  await page.getByRole('button', { name: 'Check all', exact: true }).first().click()
  const question = page.getByRole('group', { name: 'Are these serials of certificates?' })
  await expect(question).toBeVisible()
  expect(sent.join('\n')).not.toContain('123456789')
  await question.getByRole('radio', { name: '123456789 · 987654321' }).check()
  await page.getByRole('button', { name: 'Check all', exact: true }).first().click()
  await expect(page.getByRole('row', { name: '987654321' })).toContainText('No certificate')
})

test('a long list in the field of the home page is checked whole', async ({ page }) => {
  const numbers = Array.from({ length: 230 }, (_, n) => `NS/2024/${1000 + n}`)
  const serial = await issueCertificate('Ana Müller')
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Serial' }).evaluate(
    (input, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [...numbers, serial].join('\n'),
  )
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  // Some of these could be the numbers of passports.
  const question = page.getByRole('group', { name: 'Which of these are serials of certificates?' })
  await expect(question.getByRole('radio', { name: serial, exact: true })).toBeVisible()
  await question.getByRole('radio', { name: 'All of these numbers' }).check()
  await page.getByRole('button', { name: 'Check all' }).first().click()
  await expect(page.getByRole('heading', { name: 'Your list' })).toBeVisible()
  await expect(page.locator('[data-list-count=checked]')).toHaveText(/ \/ 231$/)
})

for (const path of ['/check-many', '/', '/receipts'])
  test(`files that were handed over two minutes ago are forgotten, and taken by no page: ${path}`, async ({ page }) => {
    await page.goto('/check-many')
    const hand = () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('check-many', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('kept')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('kept', 'readwrite')
          const handed = { files: [new File(['NS/2024/0042'], 'list.txt')], handedAt: Date.now() - 120_000 }
          transaction.objectStore('kept').put(handed, 'files')
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      })
    const left = () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('check-many', 1)
        opening.onsuccess = () => {
          const asked = opening.result.transaction('kept').objectStore('kept').get('files')
          asked.onsuccess = () => {
            opening.result.close()
            resolve(asked.result !== undefined)
          }
        }
      })
    await page.evaluate(hand)
    expect(await page.evaluate(left)).toBe(true)
    await page.goto(path)
    await expect.poll(() => page.evaluate(left)).toBe(false)
    await expect(page.locator('[data-list]:not([hidden])')).toHaveCount(0)
  })

test.describe('what a page could not take', () => {
  test.use({ expectedErrors: [/status of 400 .*\/check-many/] })

  test('a list that a page could not take at once is worked through, and its refusal is gone', async ({ page }) => {
    const serials = Array.from({ length: 230 }, (_, n) => `NS/2024/${1000 + n}`).join('\n')
    await page.goto('/')
    await page.evaluate((listed) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/check-many' })
      form.append(Object.assign(document.createElement('textarea'), { name: 'serials', value: listed }))
      document.body.append(form)
      form.submit()
    }, serials)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your list')
    await expect(page.locator('[data-list-count=checked]')).toHaveText(/ \/ 230$/)
    await expect(page.getByText('Too many serials at once')).toHaveCount(0)
  })
})

test.describe('a list on this device', () => {
  test('is compared, filtered, exported and signed, and sends no name', async ({ page }) => {
    const [one, two] = [await issueCertificate('Ana Müller'), await issueCertificate('Ben Okafor')]
    const three = await exampleSerial('withdrawn')
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto('/check-many')
    const rows = [`Ana Mueller\t${one}`, `Ben Adams\t${two}`, `Eve Zuse\t${three}`, 'Tim Ohne\tto follow']
    await page.getByRole('textbox', { name: 'Serials' }).fill(`Name\tSerial\n${rows.join('\n')}`)
    await page.getByRole('textbox', { name: 'Your reference' }).fill('Case 2026/118')
    await page.getByRole('button', { name: 'Check all', exact: true }).click()
    await expect(page.getByText('Every row is done.')).toBeVisible()
    await expect(page.getByRole('row', { name: one })).toContainText('Likely the same: compareLetters are spelled')
    await expect(page.getByRole('row', { name: two })).toContainText('Genuine, but another name')
    await expect(page.getByRole('row', { name: two })).toContainText('Different: compare')
    await expect(page.locator('[data-list-count=other]')).toHaveText('1')
    await expect(page.locator('[data-list-count=refused]')).toHaveText('1')
    await page.getByRole('checkbox', { name: 'Only rows that need a look' }).check()
    const shown = page.locator('[data-list-rows] tr')
    await expect(shown).toHaveCount(4)
    await expect(shown.nth(3)).toContainText('to follow')
    await expect(shown.nth(3)).toContainText('No serial in this row')
    const looked = page.getByRole('row', { name: one }).getByRole('checkbox', { name: 'Looked at' })
    await looked.focus()
    await page.keyboard.press('Space')
    await expect(shown).toHaveCount(3)
    await expect(page.getByRole('row', { name: two }).getByRole('checkbox')).toBeFocused()
    await expect(page.locator('[data-list-count=look]')).toHaveText('3')
    const saved = async (name: string) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name, exact: true }).click()
      return readFile(await (await download).path())
    }
    const csv = (await saved('Save as CSV')).toString('utf8')
    expect(csv.split('\r\n')).toHaveLength(6)
    expect(csv).toContain(`"Ben Okafor","Ben Adams","Different: compare"`)
    expect(readSheets(await saved('Save as XLSX'))[0]?.[2]?.slice(3, 6)).toEqual([
      'Ben Okafor',
      'Ben Adams',
      'Different: compare',
    ])
    const record = JSON.parse((await saved('Save the signed receipt')).toString('utf8')) as { receipt_jwt: string }
    expect(record.receipt_jwt.split('.')).toHaveLength(3)
    const pdf = await saved('Check all now and save the signed receipt as a PDF')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(sent.join('\n')).not.toMatch(/Okafor|Adams|Zuse|Ohne|follow|Mueller|M(?:%C3%BC|ü)ller/)
    await page.getByRole('checkbox', { name: 'Only rows that need a look' }).uncheck()
    await expect(looked).toBeChecked()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
  })

  test('goes on after a reload, and is gone once it is deleted', async ({ page }) => {
    page.on('dialog', (dialog) => void dialog.accept())
    const serial = await issueCertificate('Ana Müller')
    await page.goto('/check-many')
    await page.getByRole('textbox', { name: 'Serials' }).fill(`Ana Müller\t${serial}`)
    await page.getByRole('button', { name: 'Check all', exact: true }).click()
    await expect(page.getByRole('row', { name: serial })).toContainText('Genuine and current')
    // Said once the verdict is kept, too: a row shows it a moment before that.
    await expect(page.getByText('Every row is done.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('row', { name: serial })).toContainText('Genuine and current')
    await page.getByRole('button', { name: 'Delete this list' }).click()
    // It is shown until it is deleted; a reload before that would leave it.
    await expect(page.getByRole('row', { name: serial })).toBeHidden()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Serials' })).toBeVisible()
    await expect(page.getByRole('row', { name: serial })).toHaveCount(0)
  })

  test('stays deleted when an answer was still on its way', async ({ page }) => {
    page.on('dialog', (dialog) => void dialog.accept())
    const serial = await exampleSerial('verified')
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/verify/batch', (route) => held.then(() => route.continue()))
    await page.goto('/check-many')
    await page.getByRole('textbox', { name: 'Serials' }).fill(`Ana Müller\t${serial}`)
    await page.getByRole('button', { name: 'Check all', exact: true }).click()
    await expect(page.getByRole('row', { name: serial })).toBeVisible()
    await page.getByRole('button', { name: 'Delete this list' }).click()
    await expect(page.getByRole('row', { name: serial })).toBeHidden()
    const answered = page.waitForResponse('**/verify/batch')
    answer()
    await (await answered).finished()
    await page.goto('/check-many')
    await expect(page.locator('[data-list]')).toBeHidden()
    const list = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('check-many', 1)
          opening.onsuccess = () => {
            const asked = opening.result.transaction('kept').objectStore('kept').get('current')
            asked.onsuccess = () => resolve(asked.result ?? null)
          }
        }),
    )
    expect(list).toBeNull()
  })

  test('never shows a verdict of more than five minutes as one', async ({ page }) => {
    await page.clock.install()
    const serial = await issueCertificate('Ana Müller')
    await page.goto('/check-many')
    await page.getByRole('textbox', { name: 'Serials' }).fill(`Ana Müller\t${serial}`)
    await page.getByRole('button', { name: 'Check all', exact: true }).click()
    const row = page.getByRole('row', { name: serial })
    await expect(row.locator('.row-verdict.genuine')).toBeVisible()
    await page.clock.fastForward('05:01')
    await expect(row.locator('.row-verdict.unknown')).toBeVisible()
    await expect(row).toContainText(/Checked at \d\d:\d\d on \d+ \w+ 20\d\d \(UTC\)\. Check again/)
    await expect(page.locator('[data-list-count=genuine]')).toHaveText('0')
  })
})
