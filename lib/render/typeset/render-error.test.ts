import { expect, it, vi } from 'vitest'
import { RenderError } from './render-error'

it('is the same class in each copy of its module, of which a process has two and one pool', async () => {
  vi.resetModules()
  const copy = await import('./render-error')
  expect(copy.RenderError).not.toBe(RenderError)
  expect(new copy.RenderError('busy', 'Too many wait.')).toBeInstanceOf(RenderError)
  expect(new Error('Too many wait.')).not.toBeInstanceOf(RenderError)
})
