import { Table } from '../../contract/index.ts'
import { Type } from '../../contract/schema.ts'
import type { Operations, ProblemStatus } from '../operation.ts'
import { OWN_SCHEMAS } from '../own-schemas.ts'
import { CONTACT_TABLE, CONTACT_VALUES, CONTACTS, connectionOf } from '../samples.ts'

const PROBLEMS: readonly ProblemStatus[] = [400, 401, 403, 404, 413, 415, 422, 429, 500, 502, 503, 504]
const NEEDS_INSTANCE = 'A credential without `instanceUrl` is rejected with 400.'

const NOTE = {
  _id: 'note-1',
  title: 'Call with Grace',
  documentHtml: '<p>She wants an offer by Friday.</p>',
  uri: 'https://platform.example.com/notes/note-1',
  tags: [{ externalId: '003A1', tagType: 'person' }],
}

/** Writing at the vendor. */
export const WRITE_OPERATIONS: Operations = {
  'post /upsert/table': {
    operationId: 'upsertTable',
    tag: 'Write',
    summary: 'Creates and updates records.',
    description: `A record with an \`externalId\` is updated; one without is created. The response has one record for each record of the request, in the same order, with the id that the vendor assigned. ${NEEDS_INSTANCE}`,
    request: {
      connectedProvider: connectionOf('acme-crm'),
      table: {
        metadata: CONTACTS,
        records: [{ externalId: '003A1', values: CONTACT_VALUES }, { values: CONTACT_VALUES }],
      },
    },
    responses: [
      {
        status: 200,
        description: 'The table. Every record has its `externalId`.',
        schema: Table,
        example: {
          ...CONTACT_TABLE,
          records: [
            { externalId: '003A1', values: CONTACT_VALUES },
            { externalId: '003A2', values: CONTACT_VALUES },
          ],
        },
      },
    ],
    problems: PROBLEMS,
  },
  'post /upsert/notes': {
    operationId: 'upsertNotes',
    tag: 'Write',
    summary: 'Creates and updates notes.',
    description: `A note with an \`externalId\` is updated; one whose \`externalId\` is empty or absent is created. Its tags say to which objects of the vendor it is attached. The response has the notes in the same order. ${NEEDS_INSTANCE}`,
    request: { connectedProvider: connectionOf('acme-crm'), externalNotes: [NOTE] },
    responses: [
      {
        status: 200,
        description: 'The notes, each with the id that it has at the vendor.',
        schema: Type.Array(OWN_SCHEMAS.WrittenExternalNote),
        example: [{ ...NOTE, externalId: '069B7' }],
      },
    ],
    problems: PROBLEMS,
  },
}
