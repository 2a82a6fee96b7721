const LARGEST_BYTES = 1024 * 1024

/**
 * Takes a badge that is dropped or pasted anywhere on the page, puts it into the form and says so. Only the person
 * sends it.
 */
export function takeBadges(): void {
  const form = document.querySelector<HTMLFormElement>('[data-badge-form]')
  if (!form) return
  acceptDrops(form)
  acceptPastes(form)
  form.addEventListener('change', ({ target }) => {
    if (target === fileOf(form)) announceFile(form)
    else say(form, '')
  })
  form.addEventListener('submit', (event) => refuseEmpty(form, event))
}

const fileOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('input[type=file]')
const textOf = (form: HTMLFormElement) => form.querySelector('textarea')

function say(form: HTMLFormElement, text = ''): void {
  const status = form.querySelector('[role=status]')
  if (status) status.textContent = text
}

function acceptDrops(form: HTMLFormElement): void {
  const mark = (on: boolean) => document.documentElement.classList.toggle('dropping', on)
  document.addEventListener('dragover', (event) => {
    const types = event.dataTransfer?.types ?? []
    if (!types.includes('Files') && !types.includes('text/plain')) return
    event.preventDefault()
    mark(true)
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) mark(false)
  })
  document.addEventListener('drop', (event) => {
    mark(false)
    if (event.target !== textOf(form) || event.dataTransfer?.files.length) take(form, event, event.dataTransfer)
  })
}

function acceptPastes(form: HTMLFormElement): void {
  document.addEventListener('paste', (event) => {
    // Text that is pasted into the field goes there by itself.
    if (event.target !== textOf(form) || event.clipboardData?.files.length) take(form, event, event.clipboardData)
  })
}

/** A badge is a file or a text, never both: what came last counts. */
function take(form: HTMLFormElement, event: Event, data: DataTransfer | null): void {
  const file = fileOf(form)
  const text = textOf(form)
  const pasted = data?.getData('text/plain') ?? ''
  if (!file || !text || !data || (data.files.length === 0 && pasted.trim() === '')) return
  event.preventDefault()
  if (data.files.length > 0) {
    file.files = data.files
    text.value = ''
    announceFile(form)
  } else {
    file.value = ''
    text.value = pasted
    say(form, form.dataset.textReady)
  }
  form.querySelector('button')?.focus()
}

function announceFile(form: HTMLFormElement): void {
  const { fileReady = '', tooLarge } = form.dataset
  const chosen = fileOf(form)?.files?.[0]
  if (!chosen) return say(form, '')
  say(form, chosen.size > LARGEST_BYTES ? tooLarge : fileReady.replace('{name}', chosen.name))
}

function refuseEmpty(form: HTMLFormElement, event: Event): void {
  const hasFile = Boolean(fileOf(form)?.files?.length)
  const hasText = Boolean(textOf(form)?.value.trim())
  if (hasFile !== hasText) return
  event.preventDefault()
  say(form, form.dataset.nothing)
}
