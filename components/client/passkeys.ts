import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

/** The age at which an open offer is renewed: its challenge ends after five minutes. */
const RENEW_MS = 4 * 60 * 1000

/** Shows the buttons that use a passkey, and offers passkeys among the suggestions of a field where that is wanted. */
export function offerPasskeys(): void {
  if (!browserSupportsWebAuthn()) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-passkey]')) {
    const { form } = button
    if (!form) continue
    button.hidden = false
    button.addEventListener('click', () => void usePasskey(button, form))
    if (button.dataset.autofill !== undefined) void offerAutofill(form)
  }
}

async function usePasskey(button: HTMLButtonElement, form: HTMLFormElement): Promise<void> {
  const name = form.elements.namedItem('name')
  if (name instanceof HTMLInputElement && !name.reportValidity()) return
  const current = form.elements.namedItem('current')
  if (current instanceof HTMLInputElement && !current.reportValidity()) return
  const problem = form.querySelector<HTMLElement>('[data-passkey-problem]')
  if (problem) problem.hidden = true
  button.disabled = true
  try {
    send(form, await answerOf(form, button.dataset.passkey ?? ''))
  } catch {
    button.disabled = false
    if (problem) problem.hidden = false
  }
}

async function answerOf(form: HTMLFormElement, purpose: string): Promise<object> {
  const options = await askOptions(form, purpose)
  return purpose === 'sign_in' || purpose === 'confirm'
    ? startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
    : startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}

async function offerAutofill(form: HTMLFormElement): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  try {
    const optionsJSON = (await askOptions(form, 'sign_in')) as PublicKeyCredentialRequestOptionsJSON
    const renewal = setTimeout(() => {
      WebAuthnAbortService.cancelCeremony()
      void offerAutofill(form)
    }, RENEW_MS)
    // The button may begin in the meantime, which ends this one: then there is nothing to renew.
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).finally(() => {
      clearTimeout(renewal)
    })
    send(form, answer)
  } catch {
    // The button is still there.
  }
}

async function askOptions(form: HTMLFormElement, purpose: string): Promise<unknown> {
  const body = new URLSearchParams({ purpose })
  for (const field of ['token', 'name']) {
    const value = new FormData(form).get(field)
    if (typeof value === 'string') body.set(field, value)
  }
  const response = await fetch('/dashboard/passkey-options', { method: 'POST', body, redirect: 'error' })
  if (!response.ok) throw new Error('refused')
  return response.json()
}

function send(form: HTMLFormElement, answer: object): void {
  const field = form.querySelector<HTMLInputElement>('input[name=answer]')
  if (!field) return
  field.value = JSON.stringify(answer)
  // Not `requestSubmit`: the fields that a passkey stands for may stay empty.
  form.submit()
}
