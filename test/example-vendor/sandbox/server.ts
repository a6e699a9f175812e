import { createMockContext } from '../../../sandbox/core/context.ts'
import type { HttpRequest } from '../../../sandbox/core/http/request.ts'
import type { Route } from '../../../sandbox/core/http/router.ts'
import { type MockServer, type MockServerOptions, startMockServer } from '../../../sandbox/core/mock-server.ts'
import type { AuthorizationServer } from '../../../sandbox/core/oauth/authorization-server.ts'
import { Clock } from '../../../sandbox/core/time/clock.ts'
import { ACCOUNTS } from './account.ts'
import { errorResponse, FAULT_RESPONSES } from './responses.ts'
import { API_ROUTES } from './routes.ts'

export type BeaconOptions = MockServerOptions

export interface BeaconSandbox extends MockServer {
  /** A valid access token of an account, without a connection. */
  grant(account: string): string
  /** Revokes all tokens and keys. */
  revoke(): void
}

/** How accounts are connected. */
export interface SignIn extends Pick<BeaconSandbox, 'grant' | 'revoke'> {
  /** The controls of every mock server are about it. */
  oauth: AuthorizationServer
  routes: readonly Route[]
  /** The account of a request's token; undefined if it is not valid. */
  identify(request: HttpRequest): string | undefined
  /** Adds the variables of the hub, and what people enter into its form. */
  complete(server: MockServer): MockServer
}

/** Starts the server with a kind of sign-in. */
export async function startServer(
  createSignIn: (options: BeaconOptions, clock: Clock) => SignIn,
  options: BeaconOptions,
): Promise<BeaconSandbox> {
  const clock = options.clock ?? new Clock()
  const context = createMockContext({ ...options, clock }, Object.keys(FAULT_RESPONSES))
  const signIn = createSignIn(options, clock)
  const { oauth, grant, revoke } = signIn
  const state = { context, oauth, start: clock.now() }
  const server = await startMockServer({
    vendor: {
      name: 'beacon',
      routes: [...signIn.routes, ...API_ROUTES.flatMap((createRoutes) => createRoutes(state))],
      identify: signIn.identify,
      unknownRoute: () => errorResponse(404, 'not_found', 'There is no such address.'),
      internalError(_request, error) {
        process.emitWarning(error instanceof Error ? error : String(error))
        return FAULT_RESPONSES.internal()
      },
      errors: FAULT_RESPONSES,
    },
    context,
    oauth,
    listAccounts: () => ACCOUNTS,
    port: options.port,
  })
  return Object.assign(signIn.complete(server), { grant, revoke })
}
