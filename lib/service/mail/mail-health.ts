const holder = globalThis as typeof globalThis & { certificateServiceMailDown?: boolean }

/** Notes whether the mail server could be used when it was last tried. */
export function noteMailHealth(usable: boolean): void {
  holder.certificateServiceMailDown = !usable
}

/** Whether mail goes out as far as this process knows; true where it was never tried, or mail is off. */
export function isMailHealthy(): boolean {
  return holder.certificateServiceMailDown !== true
}
