import type { Table } from '../../../../src/contract/index.ts'
import { table } from '../../storage/fixtures.ts'

/** A table with all kinds of fields. */
export const DEALS: Table = table('Deal', {
  '1': { Id: '1', Name: 'Bridge', Amount: '900', Stage: 'open' },
  '2': { Id: '2', Name: 'Ärmel', Amount: '1000', Stage: 'won' },
  '3': { Id: '3', Name: 'Tunnel', Amount: 'unknown' },
  '4': { Id: '4', Name: 'bridge two', Amount: '-2.5e1', Stage: '' },
})
DEALS.metadata.fields = [
  { name: 'Id', label: 'Id', fieldType: 'id' },
  { name: 'Name', label: 'Name', fieldType: 'string', required: true },
  { name: 'Amount', label: 'Amount', fieldType: 'currency' },
  { name: 'Stage', label: 'Stage', fieldType: 'picklist', options: [{ value: 'open', label: 'Open' }] },
]
