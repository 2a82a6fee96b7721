/** Opens a page by POST, as a form of that page would, so that neither address nor history holds what is sent. */
export function postForm(action: string, fields: Record<string, string | File>): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, hidden: true })
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.name = name
    if (typeof value === 'string') Object.assign(input, { type: 'hidden', value })
    else {
      form.enctype = 'multipart/form-data'
      input.type = 'file'
      const transfer = new DataTransfer()
      transfer.items.add(value)
      input.files = transfer.files
    }
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
