export { keyEncryptionKey } from '@/lib/store/key-encryption-key'
