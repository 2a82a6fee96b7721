import type { VerdictView } from '@/components/verdict/verdict-view'
import { cutTemplate, fillTemplate, type PageTemplate } from './page-template'
import { probeOf } from './probe-view'
import { type CheckView, shapeOf, slotsOf } from './verdict-slots'

/** Some twenty kilobytes each. */
const MOST = 200
/** So many pages of a shape are rendered before it is worth a template. */
const RENDERED_FIRST = 3
/** One page in so many is rendered all the same, and compared. */
const COMPARED = 1000

type Render = (view: VerdictView) => string

/** What is known of a shape. */
interface Shape {
  seen: number
  /** Null until it is made, and where none is good: then each page is rendered. */
  template: PageTemplate | null
}

/**
 * The pages of checks, rendered as they are written once for each shape, and then put together from its template
 * (decision 160). No template is used before it has given, letter for letter, what rendering gives.
 */
export class KeptPages {
  readonly #shapes = new Map<string, Shape>()

  /**
   * @param renderer how a page is rendered as its components are written, loaded where it is needed
   * @param differs is told when a template gave another page: those of its shape are rendered from then on
   */
  async page(view: VerdictView, renderer: () => Promise<Render>, differs: () => void): Promise<string | Uint8Array> {
    const name = view.kind === 'answer' ? shapeOf(view) : null
    if (view.kind !== 'answer' || name === null) return (await renderer())(view)
    const shape = this.#shapeCalled(name)
    shape.seen += 1
    const { seen, template } = shape
    if (template && seen % COMPARED !== 0) return fillTemplate(template, slotsOf(view))
    const render = await renderer()
    const whole = render(view)
    if (seen === RENDERED_FIRST) shape.template = makeTemplate(view, render)
    if (template && !isText(fillTemplate(template, slotsOf(view)), whole)) {
      shape.template = null
      differs()
    }
    return whole
  }

  /** The last of them is what was asked for last: rare ones give way, whoever asks for many. */
  #shapeCalled(name: string): Shape {
    const shape = this.#shapes.get(name) ?? { seen: 0, template: null }
    this.#shapes.delete(name)
    this.#shapes.set(name, shape)
    const [oldest] = this.#shapes.keys()
    if (this.#shapes.size > MOST && oldest !== undefined) this.#shapes.delete(oldest)
    return shape
  }
}

/** @returns null where the page is not what its template gives: its components look at what they show */
function makeTemplate(view: CheckView, render: Render): PageTemplate | null {
  const probe = probeOf(view, 1)
  const template = cutTemplate(render(probe), slotsOf(probe))
  if (!template) return null
  const isGood = [view, probeOf(view, 2)].every((one) => isText(fillTemplate(template, slotsOf(one)), render(one)))
  return isGood ? template : null
}

const isText = (bytes: Uint8Array, text: string) => new TextDecoder().decode(bytes) === text
