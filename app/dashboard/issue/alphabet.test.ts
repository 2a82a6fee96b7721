import { beforeAll, describe, expect, it } from 'vitest'
import { decodeCodePage } from '@/lib/domain/text/code-page'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { NAMES_IN_CODE_PAGES } from '@/test/desk/code-page-names'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as RUN, POST as CONFIRM } from './[run]/route'
import { POST as MEND } from './[run]/rows/route'
import { POST } from './route'

useServiceDatabase()

let editor: MintedPerson

beforeAll(async () => {
  editor = await mintPerson(await mintIssuer(), 'owner')
})

const HEAD = 'full_name,event_title,achievement\n'
const runOf = (answer: Response) => (answer.headers.get('location') ?? '').split('/').at(-1) ?? ''

/** A table of names, one a row, in the bytes that are given. */
function table(bytes: string, head = HEAD): Uint8Array<ArrayBuffer> {
  const rows = Buffer.from(bytes, 'hex').toString('latin1').split(';')
  return new Uint8Array(Buffer.from(head + rows.map((name) => `${name},Knots,Passed\n`).join(''), 'latin1'))
}

function send(file: Uint8Array<ArrayBuffer>): Promise<Response> {
  const upload = new FormData()
  upload.set('file', new File([file], 'names.csv'))
  return editor.browser.visit(POST, '/dashboard/issue', { upload })
}

async function look(run: string): Promise<string> {
  return (await editor.browser.visit(RUN, `/dashboard/issue/${run}`, { params: { run } })).text()
}

function say(run: string, form: Record<string, string>): Promise<Response> {
  return editor.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form })
}

const choose = (run: string, alphabet: string) => say(run, { choice: 'alphabet', alphabet })

const czech = NAMES_IN_CODE_PAGES.find(([language]) => language === 'Czech')?.[3] ?? ''

describe('a table that is not in Unicode', () => {
  it.each(NAMES_IN_CODE_PAGES)('is shown read, and read as was said: %s', async (_language, page, names, bytes) => {
    const run = runOf(await send(table(bytes)))
    const asked = await look(run)
    expect(asked).not.toMatch(/type="radio"[^>]*checked/)
    const read = decodeCodePage(Buffer.from(bytes, 'hex'), page) ?? ''
    for (const name of read.split(';')) expect(asked).toContain(`<bdi>${name}</bdi>`)
    const values = [...asked.matchAll(/type="radio"[^>]*value="([^"]+)"/g)].map(([, value]) => value)
    const same = values.find((value) => value === page) ?? values[0] ?? ''
    const checked = await look(runOf(await choose(run, same)))
    expect(checked).toContain('can be issued')
    for (const name of names.split(';')) expect(checked.normalize('NFC')).toContain(name)
  })

  it('is shown in each reading once, and not in what it cannot be', async () => {
    const asked = await look(runOf(await send(table(czech))))
    const values = [...asked.matchAll(/type="radio"[^>]*value="([^"]+)"/g)].map(([, value]) => value)
    expect(values).toEqual(['windows-1252', 'windows-1250', 'windows-1257'])
    expect(asked).toContain('<bdi>Jiří Nováček</bdi>')
    expect(asked).toContain('<bdi>Jiøí Nováèek</bdi>')
    const german = NAMES_IN_CODE_PAGES.find(([language]) => language === 'German')?.[3] ?? ''
    const alike = await look(runOf(await send(table(german))))
    expect(alike.match(/<bdi>Käthe Groß<\/bdi>/g)).toHaveLength(1)
    expect(alike).toContain('Western European · Central European · Turkish · Baltic · Vietnamese')
  })

  it('is not issued, mended or read before somebody said it', async () => {
    const run = runOf(await send(table(czech)))
    const before = await say(run, { choice: 'issue' })
    expect([before.status, await before.text()]).toEqual([400, expect.stringContaining('Say first') as string])
    const mended = await editor.browser.visit(MEND, `/dashboard/issue/${run}/rows`, {
      params: { run },
      form: { a: 'b' },
    })
    expect(mended.status).toBe(404)
    for (const none of ['', 'utf-8', 'windows-1251', 'ibm866']) {
      const refused = await choose(run, none)
      const page = await refused.text()
      expect([refused.status, page]).toEqual([400, expect.stringContaining('Choose the line') as string])
      expect(page).toMatch(/aria-invalid="true"/)
    }
    expect(await look(run)).toContain('type="radio"')
  })

  it('is read otherwise by whoever goes back, and asked for again with the next file', async () => {
    const run = runOf(await send(table(czech)))
    const wrong = runOf(await choose(run, 'windows-1252'))
    expect(await look(wrong)).toContain('Jiøí Nováèek')
    const again = runOf(await say(wrong, { choice: 'alphabet_again' }))
    expect(await look(again)).not.toMatch(/type="radio"[^>]*checked/)
    const right = await look(runOf(await choose(again, 'windows-1250')))
    expect(right).toContain('Jiří Nováček')
    expect(right).toContain('Its letters were read as: Central European')
    expect(await look(runOf(await send(table(czech))))).toContain('type="radio"')
  })

  it('keeps its letters while its columns are asked for, and asked for again', async () => {
    const run = runOf(await send(table(czech, 'Jm\xe9no,B,C\n')))
    const columns = runOf(await choose(run, 'windows-1250'))
    expect(await look(columns)).toMatch(/Jméno.*Jiří Nováček/s)
    const other = runOf(await say(columns, { choice: 'alphabet_again' }))
    const back = runOf(await choose(other, 'windows-1250'))
    const choice = { 'column.0': 'full_name', 'column.1': 'event_title', 'column.2': 'achievement' }
    const checked = runOf(await say(back, { choice: 'columns', ...choice }))
    expect(await look(checked)).toContain('Jiří Nováček')
    const asked = runOf(await say(checked, { choice: 'ask' }))
    expect(await look(asked)).toMatch(/Jméno.*Jiří Nováček/s)
    expect(await look(runOf(await say(asked, { choice: 'alphabet_again' })))).toContain('type="radio"')
  })

  it('is refused at once where it is too large, has a wrong quote, or makes no words in any', async () => {
    const many = `${HEAD}${'J\xf6rg,a,b\n'.repeat(10_001)}`
    for (const [text, words] of [
      [many, 'more than 10,000 rows'],
      [`${HEAD}"J\xf6rg,a,b\n`, 'a quotation mark is opened'],
      [`${HEAD}J\x81\xff\x90\xfe,a,\xff\xff\n`, 'letters of this file cannot be read'],
    ] as const) {
      const answer = await send(new Uint8Array(Buffer.from(text, 'latin1')))
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words) as string])
    }
  })
})

describe('a table in Unicode, or in ASCII alone', () => {
  it.each([
    ['ASCII', Buffer.from(`${HEAD}Ana,Knots,Passed\n`)],
    ['UTF-8', Buffer.from(`${HEAD}Jiří,Knots,Passed\n`)],
    ['UTF-16', Buffer.from(`\ufeff${HEAD}Jiří,Knots,Passed\n`, 'utf16le')],
  ])('is asked nothing: %s', async (_name, file) => {
    expect(await look(runOf(await send(new Uint8Array(file))))).toContain('One certificate can be issued.')
  })
})
