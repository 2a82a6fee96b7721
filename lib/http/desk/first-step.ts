import { isWrite } from '@/lib/http/is-write'
import { SecondFactorNeeded } from '@/lib/service/desk/authorize'
import { DESK } from './desk-path'

/** Where somebody has to go before anything is done for them. */
export type FirstStep = 'sign-in' | 'second-factor' | 'confirm' | 'issuer'

/** Thrown where nobody is signed in, not with both factors, or for another issuer of theirs. */
export class StepNeeded extends Error {
  constructor(readonly first: FirstStep) {
    super(first)
  }
}

/** The step that an error asks for; null for any other error. */
export function firstStep(thrown: unknown): FirstStep | null {
  if (thrown instanceof SecondFactorNeeded) return 'confirm'
  return thrown instanceof StepNeeded ? thrown.first : null
}

/**
 * The address of the step, which says where to come back to: a form leads back to the page it stands on, and where its sender
 * would expect it still to be there, it is said that it is not.
 */
export function stepPath(first: Exclude<FirstStep, 'issuer'>, request: Request): string {
  const typed = isWrite(request) ? ['typed=yes'] : []
  const { pathname, search } = new URL(request.url)
  const next = isWrite(request) ? pathname : pathname + search
  // The app is set up before anything else: what is asked for then is the desk.
  const back = next === DESK || first === 'second-factor' ? [] : [`next=${encodeURIComponent(next)}`]
  const asked = [...back, ...typed]
  return [`${DESK}/${first}`, ...(asked.length > 0 ? [asked.join('&')] : [])].join('?')
}
