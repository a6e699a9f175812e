import { AuthCheckResponse, AuthRefreshResponse } from '../../contract/index.ts'
import { LOCATION_HEADER } from '../headers.ts'
import type { Json, Operation, Operations } from '../operation.ts'
import { APPLICATION, CALLBACK_PARAMETERS, CONNECT_PARAMETERS, STATE } from '../parameters.ts'
import { CREDENTIAL, connectionOf } from '../samples.ts'

const PAGE = 'text/html'
const FORM_PAGE = '<!doctype html><title>Connect Acme</title><form method="post" action="/acme-crm/key">…</form>'
const CONNECTED = '<!doctype html><title>Acme Mail is connected</title><p>You can close this window.</p>'

/** The responses of both callbacks. */
const CONNECTED_RESPONSES: Pick<Operation, 'responses' | 'errorPages'> = {
  responses: [
    {
      status: 200,
      description: 'A page that says that the account is connected.',
      mediaType: PAGE,
      example: CONNECTED,
    },
  ],
  errorPages: [400, 403, 404, 500, 502],
}

/** What a vendor's page or the provider's own form posts to the callback. */
const CALLBACK_FIELDS: Json = {
  type: 'object',
  description: 'The parameters of the callback, as a form.',
  required: ['state'],
  properties: Object.fromEntries(
    CALLBACK_PARAMETERS.map(({ name, description, schema }) => [name, { ...(schema as Json), description }]),
  ),
  additionalProperties: { type: 'string' },
}

const KEY_FIELDS: Json = {
  type: 'object',
  description: 'The state, and the fields of the application’s own form.',
  required: ['state'],
  properties: { state: STATE },
  additionalProperties: { type: 'string' },
}

/** Connecting an account, and its credential afterwards. */
export const CONNECT_OPERATIONS: Operations = {
  'get /auth/connect': {
    operationId: 'connect',
    tag: 'Connect',
    summary: 'Begins to connect an account.',
    description:
      'The platform opens this address in a popup. The provider redirects the person to the authorization page of the ' +
      'vendor, or shows a form for a key. The state of the attempt is `<connectionId>.<application>`, and the person ' +
      'returns to /auth/callback.',
    parameters: CONNECT_PARAMETERS,
    responses: [
      { status: 200, description: 'A form for a key.', mediaType: PAGE, example: FORM_PAGE },
      { status: 302, description: 'A redirect to the vendor.', headers: LOCATION_HEADER },
    ],
    errorPages: [400, 404, 500, 502],
    problems: [503],
  },
  'get /auth/callback': {
    operationId: 'finishConnection',
    tag: 'Connect',
    summary: 'Finishes connecting an account.',
    description:
      'The person returns from the vendor or from the form. The provider exchanges the code or tries the key, checks the ' +
      'permissions, registers the connection at the platform, and shows a page that closes the popup. Whatever fails ' +
      'is a page, too.',
    parameters: CALLBACK_PARAMETERS,
    ...CONNECTED_RESPONSES,
    problems: [503],
  },
  'post /auth/callback': {
    operationId: 'finishConnectionByForm',
    tag: 'Connect',
    summary: 'Finishes connecting an account by a posted form.',
    description:
      'The same as the other callback, for vendors and forms that post the parameters instead of showing them in the URL.',
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: CALLBACK_FIELDS,
          example: { state: 'c-7Hq2.acme-mail', code: '4/0Ab32' },
        },
      },
    },
    ...CONNECTED_RESPONSES,
    problems: [413, 415, 503],
  },
  'post /:application/key': {
    operationId: 'submitKey',
    tag: 'Connect',
    summary: 'Tries a key that a person entered.',
    description:
      'The route of a form whose secret is too large for a URL. The key is tried at the vendor; then the person continues ' +
      'at /auth/callback with a short code that stands for it. A form has at most 64 kB. The route is open because a browser posts it; only the ' +
      'browser that began the attempt may.',
    parameters: [APPLICATION],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema: KEY_FIELDS, example: { state: 'c-7Hq2.acme-crm', key: 'a-key-of-acme' } },
      },
    },
    responses: [
      { status: 200, description: 'The form again, if it needs another entry.', mediaType: PAGE, example: FORM_PAGE },
      { status: 303, description: 'A redirect to /auth/callback.', headers: LOCATION_HEADER },
    ],
    errorPages: [400, 404, 413, 415, 500, 502],
    problems: [503],
  },
  'post /auth/check': {
    operationId: 'checkConnection',
    tag: 'Connect',
    summary: 'Checks whether the account still grants what the application needs.',
    description:
      'The platform calls this from time to time to find permissions that were revoked. An application without a check of its own is always `ok`.',
    request: { application: 'acme-mail', credential: CREDENTIAL },
    responses: [
      {
        status: 200,
        description: 'The result of the check.',
        schema: AuthCheckResponse,
        example: { result: { status: 'scope_required', message: 'Allow reading mail, then connect again.' } },
      },
    ],
    problems: [400, 401, 403, 404, 413, 415, 429, 500, 502, 503, 504],
  },
  'post /auth/refresh': {
    operationId: 'refreshCredential',
    tag: 'Connect',
    summary: 'Returns a credential with new tokens.',
    description:
      'The platform calls this before `dateExpiry` passes. All members but the tokens and `dateExpiry` keep their values. ' +
      'A key is tried again, and its credential returned unchanged. A rejected refresh token is `credentials-expired`.',
    request: { connectedProvider: connectionOf('acme-mail') },
    responses: [
      {
        status: 200,
        description: 'The credential to use from now on.',
        schema: AuthRefreshResponse,
        example: { credential: { ...CREDENTIAL, accessToken: 'next-access-token', dateExpiry: 1_767_232_800_000 } },
      },
    ],
    problems: [400, 401, 403, 404, 413, 415, 429, 500, 502, 503, 504],
  },
}
