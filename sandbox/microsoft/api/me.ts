import type { MicrosoftAccount } from '../account.ts'
import { createSelector, formatSelection, type ResourceType } from '../query/select.ts'
import type { GraphRequest } from './graph-request.ts'
import { odataContext } from './odata-context.ts'

const USER: ResourceType = {
  name: 'user',
  properties: [
    'businessPhones',
    'displayName',
    'givenName',
    'jobTitle',
    'mail',
    'mobilePhone',
    'officeLocation',
    'preferredLanguage',
    'surname',
    'userPrincipalName',
    'id',
    'userType',
    'accountEnabled',
  ],
  onRequest: ['userType', 'accountEnabled'],
  always: [],
}

/** https://learn.microsoft.com/graph/api/user-get */
export function getMe(request: GraphRequest): object {
  const selected = createSelector(request, USER)
  return { ...odataContext(`users${formatSelection(request)}/$entity`), ...selected(toUser(request.account)) }
}

function toUser(account: MicrosoftAccount): Record<string, unknown> {
  const { id, name, givenName, familyName, title, mail, userPrincipalName, personal } = account
  return {
    businessPhones: [],
    displayName: name,
    givenName,
    jobTitle: personal ? null : title,
    mail,
    mobilePhone: null,
    officeLocation: null,
    preferredLanguage: null,
    surname: familyName,
    userPrincipalName,
    id,
    userType: userPrincipalName.includes('#EXT#') ? 'Guest' : 'Member',
    accountEnabled: true,
  }
}
