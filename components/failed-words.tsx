'use client'

import { createContext, type ReactNode } from 'react'

/** What a page says that failed; it is made in the browser, where there is no catalogue. */
export interface FailedWords {
  heading: string
  body: string
  again: string
}

export const FailedWordsContext = createContext<FailedWords>({ heading: '', body: '', again: '' })

/** Hands the words of a failure to whatever may fail inside. */
export function FailedWordsProvider({ words, children }: { words: FailedWords; children: ReactNode }) {
  return <FailedWordsContext value={words}>{children}</FailedWordsContext>
}
