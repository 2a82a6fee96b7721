import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

const WHO = { method: 'POST', body: z.object({ userId: z.uuid() }) } as const

/** The library's name of the cookie that stands for a right password until the code comes. */
const SECOND_STEP_COOKIE = 'two_factor'

/**
 * Sign-in steps that only the server may take: they open a session for a person who was identified in a way that the
 * library does not know (an invitation that was just accepted, or a passkey). None of them has a path.
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
      /** Whose second step the cookies of a request are for; `userId` is null where none is under way. */
      personAtSecondStep: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
        const { createAuthCookie, internalAdapter, secret } = ctx.context
        const challenge = await ctx.getSignedCookie(createAuthCookie(SECOND_STEP_COOKIE).name, secret)
        const kept = challenge ? await internalAdapter.findVerificationValue(challenge) : null
        return ctx.json({ userId: kept?.value ?? null })
      }),
    },
  } satisfies BetterAuthPlugin
}
