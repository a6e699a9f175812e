import type { ApiMethod } from '../api/guard.ts'
import { PEOPLE_READ_SCOPES } from '../oauth/scopes.ts'
import type { GoogleState } from '../state.ts'
import { getPerson } from './get.ts'

/** The methods of the People API that look a person up. */
export function createPeopleMethods(google: GoogleState): ApiMethod[] {
  return [
    {
      service: 'people',
      pattern: '/v1/people/:id',
      rpc: 'google.people.v1.PeopleService.GetPerson',
      scopes: PEOPLE_READ_SCOPES,
      units: 1,
      parameters: ['personFields', 'sources', 'requestMask.includeField'],
      handle: (account, request) => getPerson(google, account, request),
    },
  ]
}
