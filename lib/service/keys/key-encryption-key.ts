export { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
