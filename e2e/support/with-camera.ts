import type { Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchOptionsWithCameras } from './chromium'
import { filmOfPage } from './code-picture'
import { test } from './fixtures'

/**
 * A test whose browser has a camera, which is allowed and sees a page with a code held up to it: Chromium's own fake
 * device, playing a film.
 * @param content what the code says, once the service runs
 */
export function withCamera(content: () => Promise<string>) {
  return test.extend<object, object>({
    launchOptions: [
      async ({}, use) => {
        const folder = await mkdtemp(join(tmpdir(), 'e2e-film-'))
        const film = join(folder, 'camera.mjpeg')
        await filmOfPage(film, await content())
        await use(
          launchOptionsWithCameras([
            ...FAKE,
            '--use-fake-ui-for-media-stream',
            `--use-file-for-fake-video-capture=${film}`,
          ]),
        )
        await rm(folder, { recursive: true, force: true })
      },
      { scope: 'worker' },
    ],
  })
}

const FAKE = ['--use-fake-device-for-media-stream']

/**
 * A test whose browser has so many cameras, which see no code; nobody allows them unless the test does.
 * @param more further arguments of the browser
 */
export function withBlindCameras(count: number, ...more: string[]) {
  const args = [`--use-fake-device-for-media-stream=device-count=${count}`, ...more]
  return test.extend<object, object>({ launchOptions: [launchOptionsWithCameras(args), { scope: 'worker' }] })
}

/** Whether the page holds a stream from a camera. */
export function cameraIsOn(page: Page): Promise<boolean> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.srcObject !== null)
}
