import type { Credential } from '../../src/contract/index.ts'
import { connectMethod } from '../../src/kit/key-connections/method.ts'

/** The first segments of the paths of a user, for `toPath`. */
export type UserSegments = readonly string[]

/**
 * The segments of the connected user. With a key an application signs in by itself, for which `/me` does not exist: the
 * mailbox that the administrator named is read by its address. https://learn.microsoft.com/graph/api/user-get
 */
export function userSegments(credential: Pick<Credential, 'email' | 'profile'>): UserSegments {
  return connectMethod(credential) === 'key' ? ['users', credential.email] : ['me']
}
