import type { ReactElement } from 'react'
import { certificatePages } from './desk/certificate-pages'
import { issuePages } from './desk/issue-pages'
import { issuerPages } from './desk/issuer-pages'
import { logPages } from './desk/log-pages'
import { personalPages } from './desk/personal-pages'

/** Pages of the desk with made-up data, for the pictures. */
export function sampleDeskPages(): Record<string, ReactElement> {
  return { ...personalPages(), ...certificatePages(), ...logPages(), ...issuePages(), ...issuerPages() }
}
