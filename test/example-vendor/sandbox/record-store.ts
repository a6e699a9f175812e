import { COMPANIES, PEOPLE } from '../../../sandbox/core/fixtures.ts'
import { fail } from './responses.ts'
import type { BeaconState } from './state.ts'

export interface StoredRecord {
  id: string
  type: string
  fields: Record<string, string | null>
}

/** The tables of the workspace. */
export const TABLES = [
  {
    type: 'Account',
    label: 'Account',
    fields: [
      { name: 'Name', label: 'Name', kind: 'text', required: true },
      { name: 'Industry', label: 'Industry', kind: 'choice', choices: ['Food', 'Logistics', 'Retail', 'Timber'] },
    ],
  },
  {
    type: 'Contact',
    label: 'Contact',
    fields: [
      { name: 'Name', label: 'Name', kind: 'text', required: true },
      { name: 'Email', label: 'Email', kind: 'mail' },
    ],
  },
]

/** The table of a type. Ends the request if there is none. */
export function requireTable(type: unknown) {
  return TABLES.find((table) => table.type === type) ?? fail(404, 'not_found', 'There is no such table.')
}

/** The records of a mock server: three accounts and three contacts at first. */
export function recordsOf(state: BeaconState): Map<string, StoredRecord> {
  const records = STORES.get(state) ?? new Map(createSamples().map((record) => [record.id, record]))
  STORES.set(state, records)
  return records
}

const STORES = new WeakMap<BeaconState, Map<string, StoredRecord>>()

function createSamples(): StoredRecord[] {
  const { halden, kestrel, kowhai } = COMPANIES
  const accounts = [
    [halden, 'Timber'],
    [kestrel, 'Logistics'],
    [kowhai, 'Food'],
  ] as const
  return [
    ...accounts.map(([{ name }, Industry], index) => ({
      id: `a${index + 1}`,
      type: 'Account',
      fields: { Name: name, Industry },
    })),
    ...[PEOPLE.ingrid, PEOPLE.maya, PEOPLE.aroha].map(({ name, email }, index) => ({
      id: `p${index + 1}`,
      type: 'Contact',
      fields: { Name: name, Email: email },
    })),
  ]
}
