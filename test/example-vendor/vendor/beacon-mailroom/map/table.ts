import type { Credential, Table } from '../../../../../src/contract/index.ts'
import type { Call } from '../../../../../src/kit/application.ts'
import { toWebUrl } from '../../account.ts'

/** The description of a table of Beacon's API. */
export interface BeaconTable {
  /** `Account`: part of addresses, and never changed. */
  type: string
  label: string
  fields: { name: string; label: string; kind: string; choices?: string[]; required?: boolean }[]
}

/** The field types that have another name in Beacon. */
const FIELD_TYPES: Readonly<Record<string, string>> = { text: 'string', choice: 'picklist', mail: 'email' }

/** A table without records. With `names`, only these fields are described. */
export function toTable(
  { type, label, fields }: BeaconTable,
  credential: Pick<Credential, 'instanceUrl'>,
  { provider, application }: Pick<Call, 'provider' | 'application'>,
  names?: string[],
): Table {
  const described = fields.filter(({ name }) => !names || names.includes(name))
  return {
    blockType: 'table',
    provider,
    application,
    externalId: `${application}.${type}`,
    uri: toWebUrl(credential, 'tables', type),
    metadata: { metadataType: type, label, fields: described.map(toField) },
  }
}

function toField({ name, label, kind, choices, required }: BeaconTable['fields'][number]) {
  return {
    name,
    label,
    fieldType: FIELD_TYPES[kind] ?? kind,
    ...(choices ? { options: choices.map((value) => ({ value, label: value })) } : {}),
    ...(required ? { required } : {}),
  }
}
