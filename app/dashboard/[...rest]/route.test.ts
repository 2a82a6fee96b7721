import { expect, it } from 'vitest'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, mintPerson } from '@/test/desk/desk'
import { GET, POST } from './route'

useServiceDatabase()

const PATH = '/dashboard/nothing/here'

it('leads whoever is signed in on at the desk, and strangers to sign in', async () => {
  const { browser } = await mintPerson(await mintIssuer(), 'owner')
  const page = await browser.visit(GET, PATH)
  const html = await page.text()
  expect(page.status).toBe(404)
  expect(html).toContain('<nav class="desk-rail"')
  expect(html).toMatch(/<a href="\/dashboard">Back to the start<\/a>/)
  expect((await browser.visit(POST, PATH, { form: { name: 'x' } })).status).toBe(404)
  const strange = await new DeskBrowser().visit(GET, PATH)
  expect([strange.status, strange.headers.get('location')]).toEqual([
    303,
    '/dashboard/sign-in?next=%2Fdashboard%2Fnothing%2Fhere',
  ])
  expect((await new DeskBrowser().visit(POST, PATH, { form: { name: 'x' } })).status).toBe(404)
})
