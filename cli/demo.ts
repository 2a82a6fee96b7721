import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import { type DemoData, makeDemo } from '@/lib/service/operation/make-demo'
import { passportUrl } from '@/lib/service/passport/passport-links'
import { type Output, print } from './output'
import { table } from './table'

/** Makes the example data and prints it; the server calls it with `--demo` before it listens. */
export async function runDemo(): Promise<void> {
  await demo({ json: false })
}

/**
 * `certs demo`: example data, made once and shown again each time.
 * @throws ServiceError `malformed` when BASE_URL is no loopback address
 */
export async function demo(output: Output): Promise<void> {
  const made = await makeDemo()
  print(output, present(made), [
    `Example data of ${made.issuer.name}: one certificate in each state.`,
    '',
    ...table(
      ['A check says', 'Certificate', 'Link'],
      made.certificates.map(({ serial, status }) => [
        status.replaceAll('_', ' '),
        serial,
        verificationUrl(env().BASE_URL, serial),
      ]),
    ),
    '',
    made.invitation === null
      ? `The desk, for who works there: ${env().BASE_URL}/dashboard`
      : `The desk, as its owner (choose any password; an authenticator app shows the codes): ${made.invitation}`,
    `A passport, as its holder hands it on: ${passportUrl(made.passport)}`,
    '',
    'Key for the issuer interface, of this example alone:',
    made.secret,
  ])
}

function present({ issuer, secret, certificates, passport, invitation }: DemoData) {
  return {
    issuer: { id: issuer.id, slug: issuer.slug, name: issuer.name },
    secret,
    invitation,
    certificates: certificates.map(({ serial, status }) => ({
      serial,
      status,
      verification_url: verificationUrl(env().BASE_URL, serial),
    })),
    passport: { handle: passport, url: passportUrl(passport) },
  }
}
