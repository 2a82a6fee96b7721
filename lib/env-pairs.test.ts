import { describe, expect, it } from 'vitest'
import { parseEnv } from './env'

const WHOLE = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'certificates',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret-value',
}

describe('the variables of PDF seals', () => {
  it.each([
    ['PDF_SEAL_KEY', 'PDF_SEAL_CERTIFICATE'],
    ['PDF_SEAL_CERTIFICATE', 'PDF_SEAL_KEY'],
  ])('stop the start where %s is missing, without the value of %s', (missing, given) => {
    expect(() => parseEnv({ [given]: 'secret-value' })).toThrow(new Error(`${missing} is required with ${given}.`))
    expect(parseEnv({ PDF_SEAL_KEY: 'key', PDF_SEAL_CERTIFICATE: 'certificate' })).toMatchObject({
      PDF_SEAL_KEY: 'key',
    })
  })
})

describe('the S3 variables', () => {
  it('are all there or none', () => {
    expect(parseEnv({}).S3_ENDPOINT).toBeUndefined()
    expect(parseEnv(WHOLE)).toMatchObject({ ...WHOLE, S3_PATH_STYLE: true })
    expect(parseEnv({ ...WHOLE, S3_REGION: 'eu-west-1', S3_PATH_STYLE: 'false' })).toMatchObject({
      S3_REGION: 'eu-west-1',
      S3_PATH_STYLE: false,
    })
  })

  it.each(Object.keys(WHOLE))('stop the start without %s', (name) => {
    const first = Object.keys(WHOLE).find((other) => other !== name) ?? ''
    expect(() => parseEnv({ ...WHOLE, [name]: '' })).toThrow(new Error(`${name} is required with ${first}.`))
  })

  it('stop the start where only the region is there', () => {
    expect(() => parseEnv({ S3_REGION: 'eu-west-1' })).toThrow(
      /^S3_ENDPOINT is required with S3_REGION\.\nS3_BUCKET is/,
    )
  })

  it.each([
    ['S3_ENDPOINT', 's3.example.org', /^S3_ENDPOINT must be an http or https address/],
    ['S3_ENDPOINT', 'https://user:password@s3.example.org', /^S3_ENDPOINT must be/],
    ['S3_BUCKET', 'Not A Bucket', /^S3_BUCKET must be the name of a bucket/],
    ['S3_PATH_STYLE', 'perhaps', /^S3_PATH_STYLE must be true or false\.$/],
  ])('refuse %s %s, in a sentence without the value', (name, value, sentence) => {
    const start = () => parseEnv({ ...WHOLE, [name]: value })
    expect(start).toThrow(sentence)
    expect(start).not.toThrow(value)
  })
})

describe('the address of Redis', () => {
  it.each([
    'redis://h',
    'redis://:p%40%23@h:6379',
    'rediss://u:p@[::1]:6380/',
    'redis://h:6379/5',
    'redis://h/0?family=6',
  ])('%s is taken', (given) => expect(parseEnv({ REDIS_URL: given }).REDIS_URL).toBe(given))

  it.each([
    ...['redis://h1,h2:6379', 'redis://h1:6379,h2:6379', 'redis://h/counts', 'redis:///run/redis.sock'],
    ...['redis://u:p%zz@h', 'redis://u:p@s:/s@h', 'https://h'],
  ])('%s is refused', (given) => {
    expect(() => parseEnv({ REDIS_URL: given })).toThrow(/^REDIS_URL must name one server, .*%23/)
  })
})

describe('the address of the database', () => {
  const key = { KEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }
  it.each([
    ['sslmode=require', 'sslmode=verify-full'],
    ['a=b&sslmode=prefer&c=d', 'a=b&sslmode=verify-full&c=d'],
    ['sslrootcert=/ca.pem&sslmode=verify-ca', 'sslrootcert=/ca.pem&sslmode=verify-full'],
    ['sslmode=require&uselibpqcompat=true', 'sslmode=require&uselibpqcompat=true'],
    ['sslmode=disable', 'sslmode=disable'],
    ['sslmode=no-verify', 'sslmode=no-verify'],
    ['application_name=sslmode=require', 'application_name=sslmode=require'],
  ])('with %s is read as with %s', (given, read) => {
    const at = 'postgresql://user:p%40ss@db.example/certificates?'
    expect(parseEnv({ ...key, DATABASE_URL: at + given }).DATABASE_URL).toBe(at + read)
    const inPassword = 'postgresql://user:a&sslmode=require&b@db.example/certificates'
    expect(parseEnv({ ...key, DATABASE_URL: inPassword }).DATABASE_URL).toBe(inPassword)
  })

  it.each([
    ['postgresql://user:p%40ss@/name?host=/run/db', 'postgresql://user:p%40ss@localhost/name?host=/run/db'],
    ['postgres://user@/name', 'postgres://user@localhost/name'],
    ['postgresql:///name?host=/run/db', 'postgresql:///name?host=/run/db'],
    ['postgresql://user:p@db.example/name?x=a@/b', 'postgresql://user:p@db.example/name?x=a@/b'],
  ])('%s is read as %s', (given, read) => {
    expect(parseEnv({ ...key, DATABASE_URL: given }).DATABASE_URL).toBe(read)
  })

  it.each(['postgresql://user@a,b:5432/name', 'postgresql://user@/name?host=a,b'])('%s is refused', (given) => {
    expect(() => parseEnv({ ...key, DATABASE_URL: given })).toThrow(/^DATABASE_URL must name one host/)
  })

  it.each([
    'ssl_mode',
    'SSLMODE',
    'sslaccept',
    'sslcrl',
    'ssl_min_protocol_version',
    'requiressl',
    'tls',
    'useSSL',
    'encrypt',
  ])('is refused with %s, which the driver would pass over and connect without what it asks for', (name) => {
    const given = `postgresql://user:tls@db.example/ssl?sslmode=verify-full&${name}=strict`
    expect(() => parseEnv({ ...key, DATABASE_URL: given })).toThrow(
      new RegExp(`^DATABASE_URL has a parameter that the driver passes over: ${name}\\.`),
    )
    expect(() => parseEnv({ ...key, DATABASE_URL: given })).not.toThrow(/user|strict/)
  })

  it('is taken with what other drivers ask for, and with the names of encryption in a value', () => {
    const given =
      'postgresql://tls:ssl@db.example/ssl?channel_binding=require&pgbouncer=true&connection_limit=5&application_name=ssl_mode&' +
      'ssl=true&sslmode=verify-full&sslrootcert=/tls/ca.pem&sslcert=/a&sslkey=/b&sslnegotiation=direct'
    expect(parseEnv({ ...key, DATABASE_URL: given }).DATABASE_URL).toBe(given)
  })

  it.each(['postgresql://user:p#w@host/name', 'host=localhost dbname=name', 'mysql://user@host/name'])(
    '%s is refused with what it must look like, through a socket, too',
    (given) => {
      expect(() => parseEnv({ ...key, DATABASE_URL: given })).toThrow(/^DATABASE_URL must look like .*%23.*\?host=/)
    },
  )
})
