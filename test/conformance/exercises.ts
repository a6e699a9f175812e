import type { SampleName, Samples } from '../../conformance/index.ts'
import { FILE_ID } from '../../sandbox/google/index.ts'
import type { ProviderDefinition, QueryRecord } from '../../src/contract/index.ts'
import type { Application } from '../../src/kit/application.ts'
import type { System } from '../flows/system.ts'

/** A person and an account of the sample data that Salesforce knows. */
const PERSON = 'ingrid@halden.example'
const ACCOUNT = 'Halden Trelast AS'
const ADAS_FILES = 'https://meridian-my.sharepoint.com/personal/ada_meridian_example/Documents'

const DAY_MS = 86_400_000
const WINDOW_DAYS = 14

/** The handlers that no definition promises, and the samples that say whether an application has them. */
export const SAMPLE_OF_ACTION = {
  insight: 'insight',
  records: 'records',
  notes: 'notes',
  tags: 'tags',
  link: 'link',
  function: 'function',
  query: 'query',
} as const satisfies Record<string, SampleName>

/** No application has an action that its samples do not name. */
const NO_ACTIONS: Samples = Object.fromEntries(Object.values(SAMPLE_OF_ACTION).map((name) => [name, null]))

/** What the vendors of the hub's applications have, by application. The records are those of the sandbox. */
export async function createSamples(system: System): Promise<Record<string, Samples>> {
  const now = system.sandbox.clock.now()
  const window = { dateStart: now - WINDOW_DAYS * DAY_MS, dateEnd: now + WINDOW_DAYS * DAY_MS }
  const definition = (await (await fetch(`${system.hub}/definition.json`)).json()) as ProviderDefinition
  const exercises = await createExercises(system)
  return Object.fromEntries(
    definition.applications.map(({ name }) => [name, { window, person: PERSON, ...NO_ACTIONS, ...exercises[name] }]),
  )
}

/** What the handlers that no definition promises are called with: a member for each application that has such handlers. */
async function createExercises(system: System): Promise<Record<string, Samples>> {
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
      table: { metadataType: 'Account' },
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

/** The samples that the handlers of an application need. */
export function listActions({ sync, upsert, tag, link, functions, queries }: Application): SampleName[] {
  const promised = {
    insight: sync?.insight,
    records: upsert?.table,
    notes: upsert?.notes,
    tags: tag,
    link,
    function: functions,
    query: queries,
  }
  return (Object.keys(promised) as (keyof typeof promised)[]).filter((name) => promised[name])
}
