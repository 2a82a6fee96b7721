import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { generateWebhookSecret, webhookSignature } from './webhook-signature'

describe('a signature under Standard Webhooks', () => {
  it('is that of the specification’s own example', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
    expect(webhookSignature(secret, message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('is verified by the library of others, and not for another body, id or secret', () => {
    const secret = generateWebhookSecret()
    const [id, timestamp, body] = ['7f', Math.floor(Date.now() / 1000), '{"type":"webhook.test","name":"Öz 李"}']
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': webhookSignature(secret, { id, timestamp, body }),
    }
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': '80' })).toThrow()
    expect(() => new Webhook(generateWebhookSecret()).verify(body, headers)).toThrow()
  })
})
