import { describe, expect, it } from 'vitest'
import { SAMPLE_CERTIFICATE } from '@/test/samples/sample-views'
import { linkedInAddress } from './linkedin-address'

const fieldsOf = (address: string) => Object.fromEntries(new URL(address).searchParams)

describe('linkedInAddress', () => {
  it('fills in what the certificate says, by the months of UTC', () => {
    const address = linkedInAddress({ ...SAMPLE_CERTIFICATE, issued_at: '2026-10-31T23:59:59Z' })
    expect(address).toMatch(/^https:\/\/www\.linkedin\.com\/profile\/add\?/)
    expect(fieldsOf(address)).toEqual({
      startTask: 'CERTIFICATION_NAME',
      name: 'Basic Safety Training, STCW VI/1',
      organizationName: 'Northshore Maritime College',
      issueYear: '2026',
      issueMonth: '10',
      expirationYear: '2031',
      expirationMonth: '11',
      certUrl: SAMPLE_CERTIFICATE.verification_url,
      certId: SAMPLE_CERTIFICATE.serial,
    })
  })

  it('leaves out an end that there is not, and keeps awkward characters in their field', () => {
    const title = 'Knots & Splices? #1 = 100 %'
    const event = { ...SAMPLE_CERTIFICATE.event, title }
    const fields = fieldsOf(linkedInAddress({ ...SAMPLE_CERTIFICATE, expires_at: null, event }))
    expect(fields.name).toBe(title)
    expect(Object.keys(fields)).not.toContain('expirationYear')
  })
})
