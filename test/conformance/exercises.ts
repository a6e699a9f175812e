import { FILE_ID } from '../../sandbox/google/index.ts'
import type { QueryRecord } from '../../src/contract/index.ts'
import type { Application } from '../../src/kit/application.ts'
import type { System } from '../flows/system.ts'
import type { ActionName, Exercises } from './actions/index.ts'

/** A person and an account of the sample data that Salesforce knows. */
const PERSON = 'ingrid@halden.example'
const ACCOUNT = 'Halden Trelast AS'
const ADAS_FILES = 'https://meridian-my.sharepoint.com/personal/ada_meridian_example/Documents'

/**
 * What to call the handlers of the hub's applications with, beside those of syncs: a member for each application that has
 * such handlers. The records are those of the sandbox.
 */
export async function createExercises(system: System): Promise<Record<string, Exercises>> {
  const account = await findSalesforceAccount(system)
  const { externalId } = account
  return {
    'google-docs': {
      link: { url: `https://docs.google.com/document/d/${FILE_ID.notes}/edit` },
      function: {
        functionName: 'google-docs-from-template',
        configuration: { template: FILE_ID.letter, fields: ['Name', 'Company'] },
        values: [
          { name: 'Name', value: 'Ingrid' },
          { name: 'Company', value: ACCOUNT },
        ],
      },
    },
    onedrive: {
      link: { url: `${ADAS_FILES}/Notes/Halden.docx` },
      function: {
        functionName: 'word-from-template',
        configuration: {
          template: `${ADAS_FILES}/Templates/Welcome%20letter.docx`,
          fields: ['Name', 'Company', 'Sender'],
        },
        values: [
          { name: 'Name', value: 'Ingrid' },
          { name: 'Company', value: ACCOUNT },
          { name: 'Sender', value: 'Ada' },
        ],
      },
    },
    salesforce: {
      insight: { tagType: 'topic', tags: [{ externalId }] },
      records: {
        metadataType: 'Account',
        created: [{ name: 'Name', value: 'Conformance AS' }],
        changed: [{ name: 'Industry', value: 'Retail' }],
      },
      notes: { tags: [{ externalId, tagType: 'topic' }] },
      tags: [{ externalId }, { email: PERSON, tagType: 'person' }],
      link: { url: account.uri },
      function: {
        functionName: 'salesforce-report-to-file',
        configuration: { soql: 'SELECT Id, Name FROM Account WHERE Name = {{name}}' },
        values: [
          { name: 'name', value: ACCOUNT },
          { name: 'fileName', value: 'conformance' },
        ],
      },
      query: {
        metadataType: 'Account',
        returnFields: ['Name', 'Industry'],
        none: [{ fieldName: 'Name', operator: 'eq', value: 'No account has this name' }],
      },
    },
  }
}

async function findSalesforceAccount(system: System): Promise<QueryRecord> {
  const connectedProvider = await system.connect('salesforce')
  const searchCriteria = [{ fieldName: 'Name', operator: 'eq', value: ACCOUNT }]
  const response = await system.post('/execute/query', { connectedProvider, metadataType: 'Account', searchCriteria })
  const { records } = (await response.json()) as { records: QueryRecord[] }
  const [account] = records
  if (!account) throw new Error(`the sandbox has no account ${ACCOUNT}`)
  return account
}

/** The actions that the handlers of an application promise. */
export function listActions({ sync, upsert, tag, link, functions, queries }: Application): ActionName[] {
  const promised: Record<ActionName, unknown> = {
    insight: sync?.insight,
    records: upsert?.table,
    notes: upsert?.notes,
    tags: tag,
    link,
    function: functions,
    query: queries,
  }
  return (Object.keys(promised) as ActionName[]).filter((name) => promised[name])
}
