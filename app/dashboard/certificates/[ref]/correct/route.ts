import { CorrectPage } from '@/components/desk/certificates/correct-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { correctOwnCertificate, getCorrectable } from '@/lib/service/desk/certificates/correct-own-certificate'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { deskHtml, deskPage, viewerOf } from '../../../desk'
import { fieldProblemOf } from '../../../problem-of'

/** The labels of the form, by which a sentence names what it refuses. */
const FIELDS = {
  full_name: 'field.fullName',
  registration_number: 'field.registrationNumber',
  event_title: 'field.eventTitle',
  achievement: 'field.achievement',
  event_date: 'field.eventDate',
  expires_at: 'field.expiresAt',
  reason: 'correct.reason',
} as const

/** Corrects a certificate: the form starts from what was issued. */
export const GET = deskPage(async ({ person, member, params }) => {
  const { id, serial, words } = await getCorrectable(member, params.ref ?? '')
  const page = { viewer: viewerOf(person), mail: mailIsOn(), problem: null }
  return deskHtml(CorrectPage, { ...page, id, serial, words, before: words, reason: '', notify: false })
})

export const POST = deskPage(async ({ person, member, params, form }) => {
  const { id, serial, words } = await getCorrectable(member, params.ref ?? '')
  const reason = form.get('reason') ?? ''
  const notify = form.has('notify')
  const typed = {
    fullName: form.get('full_name') ?? words.fullName,
    registrationNumber: form.get('registration_number') ?? words.registrationNumber,
    eventTitle: form.get('event_title') ?? words.eventTitle,
    achievement: form.get('achievement') ?? words.achievement,
    eventDate: form.get('event_date') ?? words.eventDate,
    expiresAt: form.get('expires_at') ?? words.expiresAt,
  }
  try {
    const { certificate } = await correctOwnCertificate(member, id, { ...typed, reason, notify })
    return seeOther(`/dashboard/certificates/${certificate.id}/correct/done`)
  } catch (error) {
    const problem = fieldProblemOf(error, FIELDS)
    const page = { viewer: viewerOf(person), mail: mailIsOn(), problem }
    return deskHtml(CorrectPage, { ...page, id, serial, words: typed, before: words, reason, notify }, 400)
  }
})
