import { decryptText, encryptText } from '@/lib/crypto/encryption/encrypted-text'
import { enclosureBinding } from '@/lib/domain/history/journal-record'
import { log } from '@/lib/log'
import type { JournalFiles } from './journal-files'

/**
 * Encrypts everything that is encrypted in the journal under another key encryption key. An interrupted run can be
 * repeated: what is under the new key already stays. What neither key decrypts stays too, and is logged.
 * @param current the key in use, 32 bytes; @param next the key to use from now on
 */
export async function reencryptEnclosures(files: JournalFiles, current: Buffer, next: Buffer): Promise<void> {
  let closed = 0
  for await (const name of files.enclosures()) {
    const encrypted = await files.getEnclosure(name)
    if (encrypted === null || decryptText(encrypted, next, enclosureBinding(name)) !== null) continue
    const text = decryptText(encrypted, current, enclosureBinding(name))
    if (text === null) closed += 1
    else await files.putEnclosure(name, encryptText(text, next, enclosureBinding(name)))
  }
  if (closed > 0) log.warn({ closed }, 'encrypted parts of the journal open with neither key')
}
