import type { DocumentWire } from '@/lib/contract/check/document'
import type { VerifyAnswer } from '@/lib/contract/check/verification'
import { type UnknownSerial, unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import type { LanguageCode } from '@/lib/i18n/languages'
import type { LinkElsewhere } from '@/lib/scan/typed/judge-typed-links'
import type { Belonging } from '@/lib/scan/typed/where-it-belongs'

/** A further copy that the page offers; only what exists is passed in. The PDF is taken from the certificate itself. */
export interface CopyLink {
  kind: 'receipt' | 'jpeg' | 'open_badge'
  href: string
}

/** What every verdict page needs to know about itself. */
interface PageContext {
  /** The site's own host, as the visitor should see it in the address bar. */
  host: string
  /** The full address of this page, built from the configured origin. */
  address: string
  /** Where the service was before: links there are ours. */
  formerOrigins?: readonly string[]
  checkedAt: Date
  language: LanguageCode
}

/** Both first pages as base64 PNG, and where they differ, in parts of their width and height. */
export interface ComparedPictures {
  issued: string
  found: string
  marks: readonly { x: number; y: number; width: number; height: number }[]
}

export type VerdictOutcome =
  | {
      kind: 'answer'
      answer: VerifyAnswer
      copies?: CopyLink[]
      document?: DocumentWire
      /** Where the file was compared with the issued one. */
      pictures?: ComparedPictures | null
      /** Whether somebody can be told when it changes: mail goes out. */
      watchable?: boolean
    }
  | { kind: 'not_found'; serial: string }
  /** A link to another host was put into the field for a serial; `serial` stood beside it. */
  | { kind: 'link_elsewhere'; link: LinkElsewhere; serial?: string }
  /** `isLost`: the public log knows the certificate, whose record is not here, so that waiting does not help (decision 137). */
  | { kind: 'could_not_check'; retryAfterSeconds: number; serial?: string; isLost?: boolean }
  | { kind: 'too_many'; retryAfterSeconds: number; serial?: string }
  | { kind: 'prefetch'; serial?: string }
  | { kind: 'file_several'; document: DocumentWire }
  | { kind: 'file_unknown'; sent: boolean }
  /** `belongs` where another page takes what was sent. */
  | {
      kind: 'file_refused'
      reason: 'empty' | 'too_large' | 'unreadable' | 'more_pages' | 'picture'
      belongs?: Belonging
    }

/** All that the verification page shows (spec part 13). */
export type VerdictView = PageContext & VerdictOutcome

/** What no certificate can have as its serial, so that there was nothing to check. */
const UNCHECKED: readonly string[] = ['nothing', 'missing', 'extra'] satisfies UnknownSerial['kind'][]

/** Whether a check ran to its end, whatever it found: what the page says of itself beside its heading. */
export function wasChecked(view: VerdictView): boolean {
  switch (view.kind) {
    case 'not_found':
      return !UNCHECKED.includes(unknownSerial(view.serial).kind)
    // A fingerprint that is unknown says nothing of the file.
    case 'file_unknown':
      return view.sent
    default:
      return view.kind === 'answer' || view.kind === 'file_several'
  }
}

/** One shape and colour for each kind of outcome. */
export type Tone = 'genuine' | 'asserted' | 'replaced' | 'stop' | 'unknown'

/** The page of a certificate on this site, as a path: it leads nowhere else whatever the record holds. */
export function verdictPath(serial: string): string {
  return `/verify/${encodeURIComponent(serial)}`
}

/** The page that takes a file. */
export const FILE_PATH = '/verify/file'

/** When the check ran: the answer's own time where there is one, so that page, API and receipt agree. */
export function timeOfCheck(view: VerdictView): Date {
  return view.kind === 'answer' ? new Date(view.answer.verification.verified_at) : view.checkedAt
}
