import { describe, expect, it } from 'vitest'
import { type DatabaseServer, JournalSession } from './journal-session'

describe('what is known of the server behind the connections', () => {
  const at =
    (logPosition: number, identity = 'a') =>
    async () => ({ identity, logPosition })

  /** A session that has compared, with a server that stands at 100. */
  async function compared(): Promise<JournalSession> {
    const session = new JournalSession()
    await session.connected(at(100))
    Object.assign(session, { compared: true, lostNoted: true })
    return session
  }

  /** A connection whose answer comes when the test says so. */
  function asked(session: JournalSession) {
    let resolve: (server: DatabaseServer) => void = () => undefined
    const noted = session.connected(() => new Promise((answer) => (resolve = answer)))
    return (logPosition: number, identity = 'a') => {
      resolve({ identity, logPosition })
      return noted
    }
  }

  it('stays known while its log grows, whichever of two connections is answered first', async () => {
    const session = await compared()
    const [first, second] = [asked(session), asked(session)]
    await second(102)
    await first(101)
    expect(session).toMatchObject({ compared: true, lostNoted: true, changes: 0 })
    // How far it was is not forgotten over that.
    await session.connected(at(101))
    expect(session).toMatchObject({ compared: false, changes: 1 })
  })

  it('is not known any more where it has lost some of its log since it was asked', async () => {
    const session = await compared()
    await asked(session)(99)
    expect(session).toMatchObject({ compared: false, lostNoted: false, changes: 1 })
    session.compared = true
    await session.connected(at(99))
    expect(session.compared).toBe(true)
  })

  it('is not known any more where another one answers, also between question and answer', async () => {
    const session = await compared()
    const late = asked(session)
    await session.connected(at(200, 'b'))
    expect(session).toMatchObject({ compared: false, lostNoted: false, changes: 1 })
    session.compared = true
    await late(101)
    expect(session).toMatchObject({ compared: false, changes: 2 })
  })

  it('is the one that was asked last where two answer crosswise, since the address leads there', async () => {
    const session = await compared()
    const [former, next] = [asked(session), asked(session)]
    await next(50, 'b')
    session.compared = true
    await former(101, 'a')
    // What was read over the former is read again, and what was compared stays compared.
    expect(session).toMatchObject({ server: 'b', changes: 2 })
    await session.connected(at(60, 'b'))
    expect(session).toMatchObject({ server: 'b', changes: 2 })
  })
})
