import { setWebhookDoor } from '@/lib/service/webhooks/webhook-door'
import { deliverDue } from '@/lib/service/webhooks/webhook-worker'

/** A process that delivers what is due; a test kills it in the middle. */
const { port, ca } = JSON.parse(process.env.WEBHOOK_DOOR ?? '{}') as { port: number; ca: string }
setWebhookDoor({ resolve: () => Promise.resolve(['127.0.0.1']), isPublic: () => true, port, ca })
await deliverDue()
process.exit(0)
