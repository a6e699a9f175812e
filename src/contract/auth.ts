import { ConnectedProvider, Credential } from './credential.ts'
import { ConnectMethod } from './definition.ts'
import { type Static, TaggedUnion, Type } from './schema.ts'

/** Query of GET /auth/connect: the application to connect and the platform's id of the connection. */
export const ConnectQuery = Type.Object(
  {
    application: Type.String({ minLength: 1, maxLength: 64 }),
    connectionId: Type.String({ minLength: 1, maxLength: 400, pattern: '^[A-Za-z0-9._~-]+$' }),
    method: Type.Optional(ConnectMethod),
    loginHint: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 320,
        pattern: '^[^\\s\\u0000-\\u001f]+$',
        description: 'Address of an account to connect again',
      }),
    ),
  },
  {
    aliases: {
      connection_id: 'connectionId',
      login_hint: 'loginHint',
      applicationName: 'application',
      app: 'application',
    },
    accept: readState,
  },
)
export type ConnectQuery = Static<typeof ConnectQuery>

/** `state=<connectionId>.<application>` is accepted in place of the two parameters. Application names contain no dot. */
function readState(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('state' in query) || typeof query.state !== 'string')
    return query
  const dot = query.state.lastIndexOf('.')
  if (dot < 0) return query
  return { connectionId: query.state.slice(0, dot), application: query.state.slice(dot + 1), ...query }
}

/** Query of GET /auth/callback as the vendor sends it. All parameters but `state` depend on the vendor. */
export const CallbackQuery = Type.Object({
  state: Type.String({ minLength: 3, maxLength: 512, pattern: '^[A-Za-z0-9._~-]+$' }),
  code: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  error_description: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
})
export type CallbackQuery = Static<typeof CallbackQuery>

/** The next step of a connect attempt: the vendor's authorization page, or a form that is posted to /auth/callback. */
export const AuthConnectResult = TaggedUnion('type', [
  Type.Object({ type: Type.Literal('redirect'), url: Type.String({ minLength: 1 }) }),
  Type.Object({ type: Type.Literal('html'), html: Type.String({ minLength: 1 }) }),
])
export type AuthConnectResult = Static<typeof AuthConnectResult>

/** `accountId` is the vendor's stable id of the account. It lets the platform detect a reconnect with another account. */
export const AuthCheckResult = TaggedUnion('status', [
  Type.Object({ status: Type.Literal('ok'), accountId: Type.Optional(Type.String()) }),
  Type.Object({ status: Type.Literal('scope_required'), message: Type.String({ minLength: 1 }) }),
])
export type AuthCheckResult = Static<typeof AuthCheckResult>

export const AuthCheckRequest = Type.Object({ application: Type.String({ minLength: 1 }), credential: Credential })
export type AuthCheckRequest = Static<typeof AuthCheckRequest>

export const AuthCheckResponse = Type.Object({ result: AuthCheckResult })
export type AuthCheckResponse = Static<typeof AuthCheckResponse>

export const AuthRefreshRequest = Type.Object({ connectedProvider: ConnectedProvider })
export type AuthRefreshRequest = Static<typeof AuthRefreshRequest>

export const AuthRefreshResponse = Type.Object({ credential: Credential })
export type AuthRefreshResponse = Static<typeof AuthRefreshResponse>
