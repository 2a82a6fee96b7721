import { expect, sampleNames, test } from '../support/samples'

// The page to sign in asks for passkeys, which nobody answers here.
test.use({ viewport: { width: 1280, height: 900 }, expectedErrors: [/status of 404 .*passkey-options/] })

/** What Tab leads to in a page, in its order; a group of radio buttons is one stop. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

interface Stop {
  /** Its place among the page's controls; -1 for what is none. */
  index: number
  html: string
  isMarked: boolean
  isInView: boolean
}

test('Tab leads through every page of the desk in its order, and shows where it is', async ({ page }) => {
  const names = sampleNames().filter((name) => name.startsWith('desk-'))
  expect(names.length).toBeGreaterThan(30)
  // Progress that is followed would put other controls in the place of those that are walked through.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  for (const name of names) {
    await page.goto(`/${name}`)
    const count = await page.evaluate((selector) => {
      for (const one of document.querySelectorAll('details')) one.open = true
      const groups = new Set<string>()
      const controls = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => {
        if (one.tabIndex < 0 || one.matches(':disabled, [type=hidden]') || !one.checkVisibility()) return false
        if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return true
        const group = `${one.form?.action} ${one.name}`
        return !groups.has(group) && Boolean(groups.add(group))
      })
      Object.assign(window, { controls })
      // From the start, wherever the page itself put the focus.
      const start = document.createElement('span')
      start.tabIndex = -1
      document.body.prepend(start)
      start.focus()
      return controls.length
    }, CONTROLS)
    const stops: Stop[] = []
    // A date has several stops.
    for (let step = 0; step < 4 * count && stops.at(-1)?.index !== count - 1; step++) {
      await page.keyboard.press('Tab')
      stops.push(
        await page.evaluate(() => {
          const one = document.activeElement ?? document.body
          const { outlineStyle, boxShadow } = getComputedStyle(one)
          const box = one.getBoundingClientRect()
          const { controls } = window as unknown as { controls: Element[] }
          const isRadio = one instanceof HTMLInputElement && one.type === 'radio'
          const ofGroup = (other: Element) =>
            other instanceof HTMLInputElement && isRadio && other.name === one.name && other.form === one.form
          return {
            index: controls.findIndex((other) => other === one || ofGroup(other)),
            html: one.outerHTML.slice(0, 120),
            isMarked: outlineStyle !== 'none' || boxShadow !== 'none',
            isInView:
              box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
          }
        }),
      )
    }
    const order = [...new Set(stops.map(({ index }) => index))]
    expect(order, name).toEqual(Array.from({ length: count }, (_, index) => index))
    // The calendar of a date, which is its last stop, has a ring of the browser's own that pages cannot see.
    const marked = new Set(stops.flatMap(({ index, isMarked }) => (isMarked ? [index] : [])))
    expect(
      stops.filter(({ index, isInView }) => !marked.has(index) || !isInView),
      name,
    ).toEqual([])
  }
})
