/** Sample values that the examples of several operations share. Dates are epoch ms. */

/** 2026-01-01T00:00:00Z, and a day later. */
export const DAY = { dateStart: 1_767_225_600_000, dateEnd: 1_767_312_000_000 }

export const CREDENTIAL = {
  accessToken: 'access-token-of-ada',
  refreshToken: 'refresh-token-of-ada',
  dateExpiry: 1_767_229_200_000,
  email: 'ada@acme.example',
  instanceUrl: 'https://ada.acme.example',
  profile: { accountId: 'account-17' },
}

/** A connection of an application, as every request carries it. */
export function connectionOf(application: string) {
  return { connectionId: 'c-7Hq2', provider: 'acme-hub', application, credential: CREDENTIAL }
}

export const REGISTRATION_EXAMPLE = { connectionId: 'c-7Hq2', credential: CREDENTIAL }

/** A page with all items of a sync. */
export function completePage(...items: readonly unknown[]) {
  return { items, pagination: { hasMore: false, pageSize: items.length } }
}

const FIELDS = [
  { name: 'LastName', label: 'Last name', fieldType: 'string' },
  { name: 'Status', label: 'Status', fieldType: 'picklist', options: [{ value: 'new', label: 'New' }] },
]

/** The metadata of a table in a request: its type, and any fields. */
export const CONTACTS = { metadataType: 'Contact', label: 'Contact', fields: [] }

export const CONTACT_TABLE = {
  blockType: 'table',
  provider: 'acme-hub',
  application: 'acme-crm',
  externalId: 'account-17.Contact',
  uri: 'https://ada.acme.example/contacts',
  metadata: { metadataType: 'Contact', label: 'Contact', fields: FIELDS },
}

export const CONTACT_VALUES = [{ name: 'LastName', value: 'Lovelace' }]

export const ADA = { email: 'ada@acme.example', friendlyName: 'Ada Lovelace' }
export const GRACE = { email: 'grace@partner.example', friendlyName: 'Grace Hopper' }
