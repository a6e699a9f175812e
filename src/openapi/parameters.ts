import { ConnectQuery, type TSchema } from '../contract/index.ts'
import { omitUndefined } from '../runtime/omit.ts'
import type { Json } from './operation.ts'

const { connectionId, application, method, loginHint } = ConnectQuery.properties

/** Parameters that several operations share: components of the document. */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  Application: {
    name: 'application',
    in: 'path',
    required: true,
    description: 'Name of the application. It is the same as `connectedProvider.application`.',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
    example: 'acme-crm',
  },
  InterfaceVersion: {
    name: 'X-Provider-Interface',
    in: 'header',
    required: false,
    description:
      'The version of the interface that the caller speaks. Another major version than 1 is rejected with 400.',
    schema: { type: 'string' },
    example: '1',
  },
  RequestDeadline: {
    name: 'X-Request-Deadline',
    in: 'header',
    required: false,
    description:
      'The time at which the caller gives up (epoch ms). The provider spends no longer on calls to the vendor.',
    schema: { type: 'integer' },
    example: 1_767_225_645_000,
  },
}

export const APPLICATION = { $ref: '#/components/parameters/Application' }
/** Parameters of every operation that requires the platform key. */
export const PLATFORM_PARAMETERS: readonly Json[] = [
  { $ref: '#/components/parameters/InterfaceVersion' },
  { $ref: '#/components/parameters/RequestDeadline' },
]

function query(name: string, required: boolean, description: string, schema: object, example: string): Json {
  return { name, in: 'query', required, description, schema, example }
}

/** The state of a connect attempt: also a field of the forms for a key. */
export const STATE: Json = {
  type: 'string',
  minLength: 3,
  maxLength: 512,
  pattern: '^[A-Za-z0-9._~-]+$',
  description: 'The id of the connection, a dot, and the name of the application.',
}

/** The query of GET /auth/connect. */
export const CONNECT_PARAMETERS: readonly Json[] = [
  query('application', true, 'Name of the application to connect.', keywordsOf(application), 'acme-mail'),
  query(
    'connectionId',
    true,
    'The platform’s id of the connection. It returns in the registration.',
    { ...keywordsOf(connectionId), pattern: (connectionId as TSchema as Json).pattern },
    'c-7Hq2',
  ),
  query(
    'method',
    false,
    'The way of connecting: `oauth` or `key`. The default is the first of the application’s `connectMethods`.',
    { type: 'string', enum: method.anyOf.map((branch) => branch.const) },
    'oauth',
  ),
  query('loginHint', false, 'Address of an account to connect again.', keywordsOf(loginHint), 'ada@acme.example'),
]

/** The query of GET /auth/callback. A vendor may send further parameters. */
export const CALLBACK_PARAMETERS: readonly Json[] = [
  query('state', true, 'The state that the connect attempt began with.', STATE, 'c-7Hq2.acme-mail'),
  query(
    'code',
    false,
    'The vendor’s authorization code, or what stands for an entered key.',
    { type: 'string' },
    '4/0Ab32',
  ),
  query('error', false, 'Why the vendor refused, as in RFC 6749.', { type: 'string' }, 'access_denied'),
  query(
    'error_description',
    false,
    'A text of the vendor about the error.',
    { type: 'string' },
    'The person declined.',
  ),
  query('scope', false, 'The permissions that were granted, separated by spaces.', { type: 'string' }, 'mail.read'),
]

/** The keywords of a parameter's schema in the contract that every language has. */
function keywordsOf(schema: TSchema): Json {
  const { type, minLength, maxLength } = schema as Json
  return omitUndefined({ type, minLength, maxLength })
}
