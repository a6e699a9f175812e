import { BusinessObject, ExecuteQueryResponse, Tag } from '../../contract/index.ts'
import { Type } from '../../contract/schema.ts'
import type { Operations, ProblemStatus } from '../operation.ts'
import { APPLICATION } from '../parameters.ts'
import { CONTACT_VALUES, connectionOf } from '../samples.ts'

const PROBLEMS: readonly ProblemStatus[] = [400, 401, 403, 404, 413, 415, 429, 500, 502, 503, 504]

const GRACE_TAG = { externalId: '003A1', tagType: 'person', alias: 'Grace Hopper', email: 'grace@partner.example' }

/** Finding single objects of the vendor. */
export const LOOKUP_OPERATIONS: Operations = {
  'post /tag/tag': {
    operationId: 'findTag',
    tag: 'Lookup',
    summary: 'Returns the vendor’s object of a tag.',
    description:
      'Finds the person, organization or topic that a tag of the platform describes. With `tag` the response is one tag; ' +
      'with `tags` it is a list in the same order. /tag and /{application}/tag are accepted, too. ' +
      'A credential without `instanceUrl` is rejected with 400.',
    request: { connectedProvider: connectionOf('acme-crm'), tag: { alias: 'Grace', email: 'grace@partner.example' } },
    responses: [
      {
        status: 200,
        description: 'The tag, or the tags.',
        schema: Type.Union([Tag, Type.Array(Tag)]),
        example: GRACE_TAG,
      },
    ],
    problems: PROBLEMS,
  },
  'post /:application/link': {
    operationId: 'resolveLink',
    tag: 'Lookup',
    summary: 'Returns the document behind a pasted URL.',
    description:
      'The platform sends URLs that match a `linkSubscription` of the application. A link that leads to nothing, or to ' +
      'something that the account may not see, is a 404.',
    parameters: [APPLICATION],
    request: { connectedProvider: connectionOf('acme-crm'), url: 'https://ada.acme.example/documents/7' },
    responses: [
      {
        status: 200,
        description: 'The document.',
        schema: BusinessObject,
        example: {
          blockType: 'document',
          provider: 'acme-hub',
          application: 'acme-crm',
          externalId: 'document-7',
          url: 'https://ada.acme.example/documents/7',
          title: 'Offer for Grace',
        },
      },
    ],
    problems: PROBLEMS,
  },
  'post /execute/query': {
    operationId: 'executeQuery',
    tag: 'Lookup',
    summary: 'Returns the records that match all conditions.',
    description:
      'At most `limit` records, by default 25, and never more than 200. `hasMore` says whether the vendor has more. ' +
      'A query runs with the credential of a connection, so one without is rejected with 400.',
    request: {
      connectedProvider: connectionOf('acme-crm'),
      metadataType: 'Contact',
      searchCriteria: [{ fieldName: 'LastName', operator: 'contains', value: 'love' }],
      returnFields: ['LastName'],
      limit: 25,
    },
    responses: [
      {
        status: 200,
        description: 'The records.',
        schema: ExecuteQueryResponse,
        example: {
          records: [
            {
              provider: 'acme-hub',
              application: 'acme-crm',
              metadataType: 'Contact',
              externalId: '003A1',
              title: 'Ada Lovelace',
              uri: 'https://ada.acme.example/contacts/003A1',
              values: CONTACT_VALUES,
            },
          ],
          hasMore: false,
        },
      },
    ],
    problems: PROBLEMS,
  },
}
