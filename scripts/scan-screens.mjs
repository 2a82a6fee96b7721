/** The states of the scan page for the pictures of scripts/screens.mjs: how each is reached. */
import { join } from 'node:path'

const OURS = 'https://verify.example.org/verify/'

/**
 * What the browser's camera sees meanwhile: a page held up, out of focus, so that nothing is read.
 * @param folder where the film goes
 * @returns arguments for the browser; nobody allows the camera unless the page's context does
 */
export async function blurredCamera(folder) {
  const { filmOfPage } = await import('../e2e/support/code-picture.ts')
  const film = join(folder, 'camera.mjpeg')
  await filmOfPage(film, `${OURS}7K3M-9QXT-2VBD-8RWN`, 'blurred')
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
}

/** By name: what brings the opened scan page into the state, and whether its camera is allowed. */
export const SCAN_SCREENS = {
  'scan-camera': { permissions: ['camera'], reach: showCamera },
  'scan-refused': { reach: (page) => page.locator('[data-scan-status] [data-sentence=refused]').waitFor() },
  'scan-elsewhere': { reach: reading('https://verify-example.org/verify/7K3M-9QXT-2VBD-8RWN') },
  'scan-text': { reach: reading('WIFI:S:office;T:WPA;P:secret;;') },
  'scan-several': { reach: reading(`${OURS}7K3M-9QXT-2VBD-8RWN`, `${OURS}H8NC-4R2W-6PTX-9QAK`) },
}

async function showCamera(page) {
  await page.locator('[data-stop]').waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
}

/** In any language. */
function reading(...texts) {
  return async (page) => {
    const { codePicture } = await import('../e2e/support/code-picture.ts')
    const picture = { name: 'picture.png', mimeType: 'image/png', buffer: await codePicture(...texts) }
    await page.locator('input[data-picture]').first().setInputFiles(picture)
    await page.locator('[data-scan-outcome] h1').waitFor()
  }
}
