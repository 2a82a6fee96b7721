import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Variant } from './inspection-samples'

const run = promisify(execFile)
const LONGEST = 8 * 1024 * 1024

/** A PDF that qpdf has written out as text: what stands between marks is replaced, and objects are added at its end. */
export class PlainPdf {
  constructor(private text: string) {}

  /** @throws Error when there is nothing to replace: the forgery would be the issued file */
  replace(from: string | RegExp, to: string): this {
    const changed = this.text.replace(from, (found) => to.replace('$&', found))
    if (changed === this.text) throw new Error(`the page holds no ${String(from)}`)
    this.text = changed
    return this
  }

  /** Draws this after all that is on the page, in points from its lower left corner. */
  draw(content: string): this {
    const page = this.text.indexOf('%% Contents for page 1\n')
    const end = this.text.indexOf('\nendstream', page)
    if (page < 0 || end < 0) throw new Error('the page has no content')
    this.text = `${this.text.slice(0, end)}\n${content}${this.text.slice(end)}`
    return this
  }

  font(name: string, dictionary: string): this {
    return this.replace('/Font <<', `/Font << /${name} << /Type /Font ${dictionary} >>`)
  }

  page(entries: string): this {
    return this.replace('/StructParents 0', `/StructParents 0 ${entries}`)
  }

  catalogue(entries: string): this {
    return this.replace('/Type /Catalog', `/Type /Catalog ${entries}`)
  }

  /** @returns the reference of a new object */
  add(object: string): string {
    const number = Math.max(...Array.from(this.text.matchAll(/^(\d+) 0 obj$/gm), ([, digits]) => Number(digits))) + 1
    this.replace('\nxref\n', `\n${number} 0 obj\n${object}\nendobj\n\nxref\n`)
    return `${number} 0 R`
  }

  get bytes(): Buffer {
    return Buffer.from(this.text, 'latin1')
  }
}

/** Rewrites the page's own objects; the tables of the file are mended afterwards, so that it is sound. */
export function edited(edit: (pdf: PlainPdf) => unknown): Variant {
  return async (go, source, to) => {
    await go('qpdf', ['--qdf', '--object-streams=disable', source, `${to}.qdf`])
    const pdf = new PlainPdf((await readFile(`${to}.qdf`)).toString('latin1'))
    edit(pdf)
    await writeFile(`${to}.edited`, pdf.bytes)
    const { stdout } = await run('fix-qdf', [`${to}.edited`], { encoding: 'buffer', maxBuffer: LONGEST })
    await writeFile(to, stdout)
  }
}
