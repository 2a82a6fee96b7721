import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto'
import { z } from 'zod'

const WHO = { method: 'POST', body: z.object({ userId: z.uuid() }) } as const

/**
 * What the server does for a person who showed who they are in a way that the library does not know: opens a session
 * (for an invitation that was just used up, or a passkey), and begins to set up an authenticator app without asking for
 * the password again. Neither has a path.
 */
export function serverSidePlugin() {
  return {
    id: 'server-side',
    endpoints: {
      openSession: createAuthEndpoint.serverOnly(WHO, async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new Error('a session for nobody')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ token: session.token })
      }),
      beginAuthenticator: createAuthEndpoint.serverOnly(WHO, async (ctx) => {
        const { adapter, secretConfig } = ctx.context
        const where = [{ field: 'userId', value: ctx.body.userId }]
        const before = await adapter.findOne<{ verified: boolean | null }>({ model: 'twoFactor', where })
        const secret = generateRandomString(32)
        await adapter.deleteMany({ model: 'twoFactor', where })
        await adapter.create({
          model: 'twoFactor',
          data: {
            userId: ctx.body.userId,
            secret: await symmetricEncrypt({ key: secretConfig, data: secret }),
            // None are handed out: an owner invites anew who lost the app.
            backupCodes: await symmetricEncrypt({ key: secretConfig, data: '[]' }),
            verified: before !== null && before.verified !== false,
          },
        })
        return ctx.json({ secret })
      }),
    },
  } satisfies BetterAuthPlugin
}
