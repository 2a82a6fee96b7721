/** Draws the pages of a design again whenever a field of its form was changed; without it there is a button. */
export function drawDesign(): void {
  const form = document.querySelector<HTMLFormElement>('.design-editor form')
  const side = document.querySelector<HTMLElement>('.design-side')
  if (!form || !side) return
  let drawing = false
  let changed = false
  const draw = async () => {
    changed = true
    if (drawing) return
    drawing = true
    side.ariaBusy = 'true'
    // What was changed while it was drawn is drawn after it: one at a time is enough for one person.
    for (; changed;) {
      changed = false
      const answer = await ask(form).catch(() => null)
      if (answer && !changed) show(side, answer)
    }
    side.ariaBusy = null
    drawing = false
  }
  form.addEventListener('change', () => void draw())
}

async function ask(form: HTMLFormElement): Promise<Document> {
  const body = new FormData(form)
  body.set('do', 'see')
  const response = await fetch(form.action, { method: 'POST', body })
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** A page without the side is another page, such as that of signing in again: the button leads there. */
function show(side: HTMLElement, answer: Document): void {
  if (!answer.querySelector('.design-side')) return
  const problem = answer.querySelector('.notice.problem')
  const pages = answer.querySelector('.design-pages') ?? side.querySelector('.design-pages')
  side.replaceChildren(...[problem, pages].filter((part) => part !== null))
}
