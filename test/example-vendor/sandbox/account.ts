import { PEOPLE } from '../../../sandbox/core/fixtures.ts'
import type { Route } from '../../../sandbox/core/http/router.ts'
import { apiRoute } from './api-route.ts'
import { dataResponse } from './responses.ts'
import type { BeaconState } from './state.ts'

/** The workspace of the sample company in the browser. */
export const WORKSPACE = 'https://meridian.beacon.example'

/** The people who can be connected. They see the same workspace. */
export const ACCOUNTS = [PEOPLE.ada, PEOPLE.bilal].map(({ email, name }) => ({ email, name }))

/** The user of a token. */
export function accountRoutes(state: BeaconState): Route[] {
  const findIndex = (email: string) => ACCOUNTS.findIndex((account) => account.email === email)
  return [
    apiRoute(state, 'GET', '/v1/me', [], ({ account }) => {
      const index = findIndex(account)
      return dataResponse({ id: `u${index}`, address: account, name: ACCOUNTS[index]?.name, url: WORKSPACE })
    }),
  ]
}
