import type { ManageNotice } from '@/components/passport/passport-manage-page'
import type { ManageView } from '@/components/passport/render-passport-page'
import { chooseCertificates } from '@/lib/service/passport/choose-certificates'
import { deletePassport } from '@/lib/service/passport/delete-passport'
import { openPassport } from '@/lib/service/passport/open-passport'
import { forgetRefused, removeFromPassport } from '@/lib/service/passport/remove-from-passport'
import { replaceHandle } from '@/lib/service/passport/replace-handle'
import { replaceManagingLink } from '@/lib/service/passport/replace-managing-link'

/**
 * Does what a form of the managing page asks for. A form without an action opens the passport.
 * @returns what is to be shown then; null when the private link opens nothing
 * @throws ServiceError `unavailable`
 */
export async function changePassport(form: URLSearchParams): Promise<ManageView | null> {
  const link = form.get('link') ?? ''
  switch (form.get('action')) {
    case 'choose': {
      const lineageIds = form.getAll('certificate')
      const choice = { lineageIds, showName: form.has('show_name'), published: form.has('published') }
      const was = form.getAll('was')
      const opened = { lineageIds: was, showName: was.includes('show_name'), published: was.includes('published') }
      return (await chooseCertificates(link, choice, was.length > 0 ? opened : null)) && show(link, { kind: 'saved' })
    }
    case 'remove': {
      const waitingToo = form.has('all')
      const removed = await removeFromPassport(link, form.get('certificate') ?? '', { waitingToo })
      return removed && show(link, { kind: 'removed' })
    }
    case 'allow':
      return (await forgetRefused(link)) && show(link, { kind: 'allowed' })
    case 'handle':
      return (await replaceHandle(link, form.get('handle') ?? '')) && show(link, { kind: 'handleReplaced' })
    case 'link': {
      const next = await replaceManagingLink(link)
      // From the new link alone: once it is stored nothing may keep it from being shown.
      return next === null ? null : { kind: 'link_replaced', link: next }
    }
    case 'delete': {
      const outcome = await deletePassport(link, form.get('word') ?? '')
      if (outcome === 'deleted') return { kind: 'deleted' }
      return outcome && show(link, { kind: 'notConfirmed' })
    }
    default:
      return show(link, { kind: 'none' })
  }
}

async function show(link: string, notice: ManageNotice): Promise<ManageView | null> {
  const passport = await openPassport(link)
  const token = link.slice(link.lastIndexOf('#') + 1).trim()
  return passport && { kind: 'open', token, passport, notice }
}
