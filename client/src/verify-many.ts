import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import type { BatchResult } from './answers'
import { ask } from './ask'
import { clientError } from './client-error'
import { outcomeOf } from './outcome'
import { own } from './own'
import { portionsOf } from './serial-list'
import type { ServiceOptions } from './service-options'

/**
 * Checks many certificates, a hundred a request; the service counts each. Names are compared here, and never sent.
 * @returns one result per distinct serial, in the order sent. `found` is false where no certificate has the serial, and null,
 *   with an `error`, where the check could not be completed, or the text cannot be a serial, such as a link
 * @throws ClientError where a request failed; no result of it is known then
 */
export async function verifyMany(serials: readonly string[], options: ServiceOptions): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for (const portion of portionsOf(serials)) {
    const asked = portion.filter((serial) => couldBeSerial(serialKey(serial)))
    const found = asked.length > 0 ? await askFor(asked, options) : []
    const answers = new Map(found.map((one) => [one.serial, one]))
    results.push(...portion.map((serial) => answers.get(serial) ?? noSerial(serial)))
  }
  return results
}

async function askFor(serials: readonly string[], options: ServiceOptions): Promise<BatchResult[]> {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ serials }) }
  const { body } = await ask(options, '/api/public/credentials/verify/batch', request, [200])
  const found = own(body, 'results')
  if (!Array.isArray(found) || found.length !== serials.length || !found.every((one, at) => isAbout(one, serials[at])))
    throw clientError('not_the_service', 'The answer is not about the serials that were sent.', { status: 200 })
  return found as BatchResult[]
}

/** The service would know no certificate by a link or a sentence either, which says nothing about the one that is meant. */
function noSerial(serial: string): BatchResult {
  const nothing = { certificate: null, verification: null, replacement_certificate: null }
  const error = 'This is no serial: give the serial alone, without the link or the words around it.'
  return { serial, found: null, ...nothing, error }
}

function isAbout(result: unknown, serial: string | undefined): boolean {
  const [found, certificate, verification] = ['found', 'certificate', 'verification'].map((name) => own(result, name))
  if (serial === undefined || own(result, 'serial') !== serial) return false
  if (found !== true) {
    const isSaid = found === false ? own(result, 'error') === null : typeof own(result, 'error') === 'string'
    return (found === false || found === null) && certificate === null && verification === null && isSaid
  }
  const isSame = serialKey(String(own(certificate, 'serial'))) === serialKey(serial)
  return isSame && own(result, 'error') === null && outcomeOf(certificate, verification) !== null
}
