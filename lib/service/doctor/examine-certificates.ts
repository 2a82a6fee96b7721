import { type CheckedSome, verifySomeCertificates } from '@/lib/service/check/verify-some-certificates'
import type { DoctorFinding } from './doctor-finding'

/** Examines whether the newest certificates are genuine, and whether anybody can be told so. */
export async function examineCertificates(): Promise<DoctorFinding[]> {
  return explainChecked(await verifySomeCertificates())
}

/** Says what checks of some certificates came to. What passes by itself within a minute is no fault yet. */
export function explainChecked({ checked, invalid, undetermined }: CheckedSome): DoctorFinding[] {
  if (checked === 0) return [found('good', 'There are no certificates yet.')]
  const findings: DoctorFinding[] = []
  if (invalid.length > 0) findings.push(found('bad', `Certificates that fail their check: ${invalid.join(', ')}.`))
  for (const passes of [false, true]) {
    const alike = undetermined.filter((one) => one.passes === passes)
    const [first] = alike
    if (!first) continue
    const result = passes ? 'warning' : 'bad'
    const sentence = `Of the ${checked} newest certificates, checks of ${alike.length} are answered with 503, such as ${first.serial}: ${first.reason}.`
    findings.push(found(result, sentence))
  }
  if (findings.length > 0) return findings
  return [found('good', `Certificates checked, the newest first: ${checked}, all genuine.`)]
}

const found = (result: DoctorFinding['result'], message: string): DoctorFinding => ({
  id: 'certificates',
  result,
  message,
})
