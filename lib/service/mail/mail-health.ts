const holder = globalThis as typeof globalThis & { certificateServiceMailDown?: boolean }

/** Notes whether the last attempt to use the mail server succeeded. */
export function noteMailHealth(usable: boolean): void {
  holder.certificateServiceMailDown = !usable
}

/** Whether mail goes out as far as this process knows; true where it was never tried, or mail is off. */
export function isMailHealthy(): boolean {
  return holder.certificateServiceMailDown !== true
}
