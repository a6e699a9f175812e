import { describe, expect, test } from '@jest/globals'
import { type TokenSession, tokensOf } from '../../../console/src/sign-in/person-tokens.ts'
import { GraphRequestError, SignInRequired } from '../../../platform/client/index.ts'

const userOf = (sub: string, token: string) => ({ access_token: token, profile: { sub } })

/** A session of Ada, and what is renewed next. */
function sessionOf(
  renew: (session: { user: TokenSession['user'] }) => void,
): TokenSession & { user: TokenSession['user'] } {
  return {
    user: userOf('ada', 'first'),
    async renew() {
      renew(this)
      return this.user?.access_token ?? ''
    },
  }
}

const failing = (error: Error) => () => {
  throw error
}

describe('the tokens of a person', () => {
  test('are those of the session, renewed when one was rejected', async () => {
    const tokens = tokensOf(
      sessionOf((session) => {
        session.user = userOf('ada', 'second')
      }),
      'ada',
    )
    expect(tokens.token()).toBe('first')
    expect(await tokens.refresh()).toBe('second')
    expect(tokens.token()).toBe('second')
  })

  test('end when somebody else signs in', async () => {
    const session = sessionOf(() => {})
    const tokens = tokensOf(session, 'ada')
    session.user = userOf('bilal', 'his')
    expect(tokens.token).toThrow(SignInRequired)
    await expect(tokens.refresh()).rejects.toThrow(SignInRequired)
  })

  test('are never those of somebody else who has signed in while one was renewed', async () => {
    const signInAsBilal = (session: { user: TokenSession['user'] }) => {
      session.user = userOf('bilal', 'his')
    }
    await expect(tokensOf(sessionOf(signInAsBilal), 'ada').refresh()).rejects.toThrow(SignInRequired)
    const signInAndFail = (session: { user: TokenSession['user'] }) => {
      signInAsBilal(session)
      throw new Error('login_required')
    }
    await expect(tokensOf(sessionOf(signInAndFail), 'ada').refresh()).rejects.toThrow(SignInRequired)
  })

  test('are renewed also if the issuer refused, and the person has signed in again meanwhile', async () => {
    const signInAgain = (session: { user: TokenSession['user'] }) => {
      session.user = userOf('ada', 'second')
      throw new Error('login_required')
    }
    expect(await tokensOf(sessionOf(signInAgain), 'ada').refresh()).toBe('second')
  })

  test('tell a refusal from an issuer that cannot be reached', async () => {
    await expect(tokensOf(sessionOf(failing(new Error('login_required'))), 'ada').refresh()).rejects.toThrow(
      'login_required',
    )
    const error = await tokensOf(sessionOf(failing(new TypeError('Failed to fetch'))), 'ada')
      .refresh()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(GraphRequestError)
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})
