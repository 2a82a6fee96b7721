import type { ReactElement } from 'react'
import type { Tone } from './verdict-view'

const SHAPES: Record<Tone, ReactElement> = {
  genuine: (
    <>
      <circle cx="24" cy="24" r="20.5" />
      <path d="m14.5 24.8 6.6 6.7 12.6-14" strokeWidth="4.2" />
    </>
  ),
  asserted: (
    <>
      <path d="M5 6.5h38v27H23l-9.5 9v-9H5Z" strokeLinejoin="round" />
      <path d="M15 20h.01M24 20h.01M33 20h.01" strokeWidth="5" strokeLinecap="round" />
    </>
  ),
  replaced: (
    <>
      <path d="M24 3.5 44.5 24 24 44.5 3.5 24Z" strokeLinejoin="round" />
      <path d="M14.5 24h18m-6.8-7 7 7-7 7" strokeWidth="4.2" />
    </>
  ),
  stop: (
    <>
      <path d="M15.5 3.5h17l12 12v17l-12 12h-17l-12-12v-17Z" strokeLinejoin="round" />
      <path d="m16.5 16.5 15 15m0-15-15 15" strokeWidth="4.2" />
    </>
  ),
  unknown: (
    <>
      <rect x="4" y="4" width="40" height="40" rx="3" strokeDasharray="5.6 4.4" />
      <path d="M17.5 19a6.5 6.5 0 1 1 9.6 5.7c-2 1.1-3.1 2.3-3.1 4.8" strokeWidth="4.2" />
      <path d="M24 34v3.6" strokeWidth="4.4" />
    </>
  ),
}

/** The outline that goes with each kind of outcome, so that colour never speaks alone. Without the stylesheet it fills no screen. */
export function VerdictShape({ tone }: { tone: Tone }) {
  return (
    <svg
      className="verdict-shape"
      width="48"
      height="48"
      viewBox="0 0 48 48"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.2"
    >
      {SHAPES[tone]}
    </svg>
  )
}
