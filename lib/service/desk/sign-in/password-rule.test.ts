import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countUnexpected } from '@/lib/domain/text/easy-text'
import { env } from '@/lib/env'
import { checkPassword } from './password-rule'

const PERSON = ['Ana Lopez', 'ana.lopez1984@acme.example', '李明', 'Ирина Петрова']
const check = (password: string) => checkPassword(password, PERSON)

describe('answers', () => {
  it.each([
    'القطة تأكل السمك كل صباح باكر',
    '我每天早上都吃两个苹果和香蕉',
    'Съешь ещё этих мягких булок',
    'बिल्ली हर सुबह मछली खाती है',
    'แมวกินปลาทุกเช้าเลย',
    'correct horse battery staple',
    'purple-kettle 1984',
    'Ana eats two apples',
    '#9$2!7&^0(4%',
    '8305 2719 4463 9027',
  ])('%j is a password', (password) => {
    expect(() => check(password)).not.toThrow()
  })

  it('random digits are, but for those that repeat or follow one another by chance', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 20, maxLength: 20 })
    const property = fc.property(digits, (drawn) => {
      fc.pre(countUnexpected(drawn.map(String)) >= 8 && new Set(drawn).size >= 5)
      expect(() => check(drawn.join(''))).not.toThrow()
    })
    fc.assert(property, { numRuns: 500 })
  })
})

describe('refuses', () => {
  it.each([
    ...[
      'aaaaaaaaaaaa',
      'ｐａｓｓｗｏｒｄ１２３４',
      'Password!2026',
      'PASSWORDpassword',
      'summersummersummer',
      'парольпароль',
    ],
    ...['пароль123456', '我我我我我我我我我我我我', '密码密码密码密码密码密码', 'كلمة السر 123', 'पासवर्ड 2026!!'],
    ...['qwertyuiopas', 'йцукенгшщзхъ', 'ضصثقفغعهخحجد', 'abcdefghijklm', '123456789012', '12345678901234567890'],
    ...['98765432109876543210', '!@#$%^&*()!@', '2026-03-14 12:00', '+49 170 1234567', '31415926535897'],
    ...[
      'analopez1984',
      'ana.lopez1984@acme.example',
      'ＡＮＡ ＬＯＰＥＺ ２０２６',
      '李明李明李明20260314',
      'Ирина Петрова 1984',
    ],
    ...['acme-acme-acme', 'Certificates 2026'],
  ])('%j', (password) => {
    expect(() => check(password)).toThrow(/easy to guess|repeats a few/)
  })

  it('the name of the service', () => {
    expect(() => check(`${new URL(env().BASE_URL).hostname}-2026`)).toThrow('easy to guess')
  })
})
