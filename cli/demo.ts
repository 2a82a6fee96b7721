import { verificationUrl } from '@/lib/domain/present-certificate'
import { env } from '@/lib/env'
import { makeDemo, type DemoCertificate, type DemoData } from '@/lib/service/make-demo'
import { type Output, print, table } from './output'

/** Makes the example data and prints it; the server calls it with `--demo` before it listens. */
export async function runDemo(): Promise<void> {
  await demo({ json: false })
}

/**
 * `certs demo`: example data, made once and shown again each time.
 * @returns the exit code
 * @throws ServiceError `malformed` when BASE_URL is no loopback address
 */
export async function demo(output: Output): Promise<number> {
  const made = await makeDemo()
  print(output, present(made), [
    '',
    ...table(
      ['Certificate', 'What a check says', 'Link'],
      made.certificates.map((row) => [row.serial, row.status, verificationUrl(env().BASE_URL, row.serial)]),
    ),
    '',
    `Key of ${made.issuer.name} for the issuer interface: ${made.secret}`,
    '',
  ])
  return 0
}

function present({ issuer, secret, certificates }: DemoData) {
  return {
    issuer: { id: issuer.id, slug: issuer.slug, name: issuer.name },
    secret,
    certificates: certificates.map(({ serial, status }: DemoCertificate) => ({
      serial,
      status,
      verification_url: verificationUrl(env().BASE_URL, serial),
    })),
  }
}
