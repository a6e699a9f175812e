import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import type { Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { Secret } from '../../../src/runtime/secret.ts'
import type { ObjectField } from '../../../vendors/salesforce/api/object-type.ts'
import type { SalesforceSettings } from '../../../vendors/salesforce/settings.ts'
import { createCall } from '../../kit/call.ts'

export const SETTINGS: SalesforceSettings = {
  clientId: '3MVG9hub.client',
  clientSecret: new Secret('hub-secret-of-salesforce'),
  loginUrl: 'https://login.salesforce.com',
}

export const LOGIN = 'https://login.salesforce.com'
export const INSTANCE = 'https://acme.my.salesforce.com'
export const DATA = '/services/data/v62.0'

export function aCall(overrides: Partial<Call<SalesforceSettings>> = {}): Call<SalesforceSettings> {
  return createCall(SETTINGS, { application: 'salesforce', ...overrides })
}

/** Ann's connection. Each has its own token, because descriptions are cached per token, also for the next test file. */
export function aCredential(overrides: Partial<Credential> = {}): Credential {
  return {
    accessToken: `00D5e000003V0C7!AQ.ann-access-token-${randomUUID()}`,
    refreshToken: '5Aep861.ann-refresh-token',
    email: 'ann@example.com',
    instanceId: '00D5e000003V0C7EAK',
    instanceUrl: INSTANCE,
    profile: null,
    ...overrides,
  }
}

export function aConnection(credential = aCredential()) {
  return { connectionId: 'connection-1', provider: 'provider-hub', application: 'salesforce', credential }
}

/** A short text field that everyone may read, write and search. */
export function aField(overrides: Partial<ObjectField> = {}): ObjectField {
  return {
    name: 'Title',
    label: 'Title',
    type: 'string',
    length: 80,
    scale: 0,
    nillable: true,
    createable: true,
    updateable: true,
    defaultedOnCreate: false,
    computed: false,
    filterable: true,
    sortable: true,
    nameField: false,
    htmlFormatted: false,
    restricted: false,
    options: [],
    retiredValues: [],
    referenceTo: [],
    compound: undefined,
    ...overrides,
  }
}

/** Returns the error with which a call rejects. Fails if it resolves. */
export async function problemOf(work: Promise<unknown>): Promise<Record<string, unknown>> {
  return work.then(
    () => expect('the call succeeded').toBe('it should have failed'),
    (reason) => reason,
  )
}
