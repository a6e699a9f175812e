import type { AuthCheckRequest, AuthCheckResult } from '../../contract/index.ts'
import { omitUndefined } from '../../runtime/omit.ts'
import type { Auth, Call, Settings } from '../application.ts'
import { warnOfCertificateEnd } from './certificate-end.ts'
import type { KeyConnection, StoredKey } from './connection.ts'
import { connectMethod } from './method.ts'
import { isSealedKey } from './sealed-key.ts'

/**
 * Adds key connections to the `auth` handlers of an application. Apart from how it is made and refreshed, such a connection
 * is like one of a person who signed in: `check` and all other handlers serve both. What keys need is loaded by the first
 * one.
 */
export function withKeys<Key extends StoredKey, S extends Settings>(
  auth: Auth<S>,
  load: () => Promise<KeyConnection<Key, S>>,
): Auth<S> {
  const { connect, callback, refresh, check } = auth
  const keys = keyAuth(load, check)
  return {
    ...auth,
    ...keys,
    methods: [...(auth.methods ?? ['oauth' as const]), 'key'],
    connect: (input, call) => (input.method === 'key' ? keys.connect(input, call) : connect(input, call)),
    callback: (input, call) =>
      isSealedKey(input.parameters.code) ? keys.callback(input, call) : callback(input, call),
    refresh: (request, call) => {
      const { credential } = request.connectedProvider
      return connectMethod(credential) === 'key' ? keys.refresh(request, call) : refresh(request, call)
    },
  }
}

/** The `auth` handlers of an application that is connected with a key that signs assertions, and in no other way. */
export function keyAuth<Key extends StoredKey, S extends Settings>(
  load: () => Promise<KeyConnection<Key, S>>,
  check: Auth<S>['check'],
): Auth<S> {
  const loadForm = () => import('./submission.ts')
  const loadCredential = () => import('./credential.ts')
  const checkWithWarning: Auth<S>['check'] = check && ((request, call) => checkKey(check, request, call))
  return {
    methods: ['key'],
    connect: async (input, call) => (await loadForm()).showForm(await load(), input, call),
    submitKey: async (submission, call) => (await loadForm()).submitForm(await load(), submission, call),
    callback: async (input, call) => (await loadCredential()).finishConnection(await load(), input, call),
    refresh: async ({ connectedProvider: { credential } }, call) =>
      (await loadCredential()).refreshKey(await load(), credential, call),
    ...omitUndefined({ check: checkWithWarning }),
  }
}

async function checkKey<S extends Settings>(
  check: NonNullable<Auth<S>['check']>,
  request: AuthCheckRequest,
  call: Call<S>,
): Promise<AuthCheckResult> {
  const result = await check(request, call)
  warnOfCertificateEnd(request.credential, call)
  return result
}
