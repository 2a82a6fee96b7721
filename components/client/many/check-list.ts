import { fileText } from '@/lib/domain/certificate/file-kind'
import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { readSerials } from '@/lib/scan/typed/read-serials'
import { say } from './check-files'
import { postForm } from '@/components/client/post-form'

/** Takes the list on the page for several certificates apart in the browser, so that only its serials are sent. */
export function checkList(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-list-form]')) return
    event.preventDefault()
    void send(form)
  })
}

async function send(form: HTMLFormElement): Promise<void> {
  const file = form.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0]
  const text = file
    ? (fileText(new Uint8Array(await file.arrayBuffer())) ?? '')
    : (form.querySelector('textarea')?.value ?? '')
  const origins = JSON.parse(form.dataset.origins ?? '[]') as string[]
  const serials = readSerials(text, [origins[0] ?? location.origin, ...origins.slice(1)])
  const meant = serials.filter((serial) => unknownSerial(serial).kind !== 'nothing')
  if (meant.length === 0) return say(form, form.dataset.none)
  postForm('/check-many', { serials: meant.join('\n') })
}
