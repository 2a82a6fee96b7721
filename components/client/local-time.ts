/** Writes the reader's own time beside each time in UTC, where the two differ. */
export function showLocalTime(): void {
  document.querySelectorAll<HTMLElement>('[data-local-time]').forEach((element) => {
    const at = new Date(element.dataset.localTime ?? '')
    if (Number.isNaN(at.getTime()) || at.getTimezoneOffset() === 0) return
    const sameDay = at.getDate() === at.getUTCDate()
    const day = sameDay ? {} : ({ day: 'numeric', month: 'long' } as const)
    const time = at.toLocaleString(document.documentElement.lang, {
      ...day,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    })
    element.textContent = (element.dataset.template ?? '{time}').replace('{time}', () => time)
    element.hidden = false
  })
}
