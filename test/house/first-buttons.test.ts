import { describe, expect, it } from 'vitest'
import { PRODUCTION, textOf } from './sources'

/**
 * The first button of each form with several of them: Enter in any of its fields presses that one (implicit submission), a ticked
 * box included. So it is one that takes nothing away for good.
 */
const FIRST: Record<string, string> = {
  // It shows the table.
  'components/desk/certificates/look-up-page.tsx': '',
  'components/desk/certificates/selected-page.tsx': 'table',
  'components/desk/designs/design-form.tsx': 'see',
  'components/desk/issue/alphabet-page.tsx': 'alphabet',
  // It has no field.
  'components/desk/issue/batch-mail.tsx': 'failed',
  'components/desk/issue/issue-columns-page.tsx': 'columns',
  'components/desk/organization/approvals-page.tsx': 'refuse',
  'components/desk/sign-in/passkeys-page.tsx': 'rename',
  'components/watch/watch-list-page.tsx': 'renew',
}

const FORM = /<(IssuerForm|AccountForm|form)\b.*?<\/\1>/gs
const BUTTON = /<button\s[^>]*type="submit"[^>]*>/gs

describe('the first button of a form', () => {
  it('is known wherever there are several', () => {
    const found = PRODUCTION.filter((name) => name.endsWith('.tsx')).flatMap((name) =>
      [...textOf(name).matchAll(FORM)].flatMap(([form]) => {
        const buttons = [...form.matchAll(BUTTON)].map(([button]) => / value="([^"]*)"/.exec(button)?.[1] ?? '')
        return buttons.length > 1 ? [[name, buttons[0]]] : []
      }),
    )
    expect(found).toEqual(Object.entries(FIRST))
  })
})
