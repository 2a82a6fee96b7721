/**
 * WebKit, which Safari and every browser on an iPhone is made of, as Debian has it: its MiniBrowser, spoken to by WebDriver
 * (https://www.w3.org/TR/webdriver2/). Playwright's own WebKit is a download.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { findProgram } from '@/e2e/support/chromium'
import { freePort } from '@/e2e/support/start-service'

/** The key under which WebDriver gives an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const elementSchema = z.object({ [ELEMENT]: z.string() })
const sessionSchema = z.object({ sessionId: z.string() })
const answerSchema = z.object({ value: z.unknown() })

export const hasWebKit = () => findProgram(['WebKitWebDriver']) !== undefined && findProgram(['Xvfb']) !== undefined

export class WebKit {
  private session = ''

  private constructor(
    private readonly address: string,
    private readonly programs: readonly ChildProcess[],
  ) {}

  static async open(): Promise<WebKit> {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const [display] = (await once(createInterface(screen.stdio[3] as Readable), 'line')) as [string]
    const port = await freePort()
    const env = {
      ...process.env,
      DISPLAY: `:${display}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its own sandbox does not start as root, as tests of a fresh machine run.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    }
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
    const webkit = new WebKit(`http://127.0.0.1:${port}`, [driver, screen])
    try {
      await webkit.begin()
    } catch (error) {
      await webkit.close()
      throw error
    }
    return webkit
  }

  private async begin(): Promise<void> {
    while ((await fetch(`${this.address}/status`).catch(() => null)) === null) await new Promise(setImmediate)
    const { sessionId } = sessionSchema.parse(await this.send('POST', '/session', { capabilities: {} }))
    this.session = `/session/${sessionId}`
  }

  async close(): Promise<void> {
    if (this.session !== '') await this.send('DELETE', this.session).catch(() => undefined)
    for (const program of this.programs) {
      if (program.exitCode !== null || program.signalCode !== null || program.pid === undefined) continue
      const ended = once(program, 'exit')
      program.kill('SIGTERM')
      await ended
    }
  }

  goto = (url: string) => this.send('POST', `${this.session}/url`, { url })

  /** Runs a script in the page, and waits for the promise that it returns. */
  run = (script: string, ...args: unknown[]) => this.send('POST', `${this.session}/execute/sync`, { script, args })

  url = async () => z.string().parse(await this.send('GET', `${this.session}/url`))

  text = async (css: string) =>
    z.string().parse(await this.run('return document.querySelector(arguments[0])?.innerText ?? ""', css))

  /** Types into a field, or chooses the file of this path where the field takes files. */
  async type(css: string, text: string): Promise<void> {
    const found = await this.send('POST', `${this.session}/element`, { using: 'css selector', value: css })
    const id = elementSchema.parse(found)[ELEMENT]
    await this.send('POST', `${this.session}/element/${id}/value`, { text })
  }

  private async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(this.address + path, { method, body: body === undefined ? null : JSON.stringify(body) })
    const { value } = answerSchema.parse(await answer.json())
    if (!answer.ok) throw new Error(`WebDriver: ${JSON.stringify(value)}`)
    return value
  }
}
