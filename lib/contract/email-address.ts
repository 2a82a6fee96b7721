import { z } from 'zod'

/** An e-mail address that the service writes to: of a person at a desk, a mailbox for answers, a watcher or a reporter. */
export const emailAddress = z
  .email('email must be an e-mail address.')
  .max(200, 'email is too long: 200 characters at most.')
