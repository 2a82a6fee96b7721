import { holdsApiKey } from '@/lib/scan/typed/without-api-keys'

const FIELDS = 'input[type=search], input[type=text], input:not([type])'

/**
 * Keeps an API key out of the address of a search: it is a secret, and addresses stay in histories and logs. The words are
 * those of the search over every page.
 */
export function keepKeysHere(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== 'get') return
    for (const field of form.querySelectorAll<HTMLInputElement>(FIELDS)) {
      if (!holdsApiKey(field.value)) continue
      event.preventDefault()
      field.setCustomValidity(document.querySelector<HTMLElement>('[data-no-key]')?.dataset.noKey ?? '')
      field.addEventListener('input', () => field.setCustomValidity(''), { once: true })
      field.reportValidity()
      return
    }
  })
}
