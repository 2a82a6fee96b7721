/** One attack, as a process of its own: `node --import tsx faults/siege/attack.ts JSON`. */
import { ATTACKS } from './attacks'
import { Besieger } from './besieger'
import type { AttackOrder } from './siege-order'

const order = JSON.parse(process.argv[2] ?? '{}') as AttackOrder
const attack = ATTACKS.find(({ name }) => name === order.name)
if (!attack) throw new Error(`no attack ${order.name}`)
await attack.run(new Besieger(order))
process.exit(0)
