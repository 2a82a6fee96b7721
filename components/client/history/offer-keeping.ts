import { heldMarkup } from '@/components/client/held-markup'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { keepCheck } from './kept-checks'

/** Offers to keep this check in the history of this device; nothing is kept unless somebody asks for it. */
export function offerKeeping(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-keep-check]')
  const status = form?.querySelector<HTMLElement>('[role=status]')
  const { serial, outcome, at } = form?.dataset ?? {}
  if (!form || !status || !serial || !outcome || !at || !('indexedDB' in window)) return
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const reference = form.querySelector('input')?.value.trim() ?? ''
    keepCheck({ serial, status: outcome as OverallStatus, at, reference, keptAt: Date.now() }).then(
      () => {
        const done = heldMarkup('', form)
        if (done) status.replaceChildren(done)
      },
      () => (status.textContent = form.dataset.failed ?? ''),
    )
  })
  form.closest('section')?.removeAttribute('hidden')
}
