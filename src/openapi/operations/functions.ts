import { ExecuteFunctionResponse, FunctionInputsResponse } from '../../contract/index.ts'
import type { Operations, ProblemStatus } from '../operation.ts'
import { connectionOf } from '../samples.ts'

const PROBLEMS: readonly ProblemStatus[] = [400, 401, 403, 404, 413, 415, 422, 423, 429, 500, 502, 503, 504, 507]
const CONFIGURATION = { templateUrl: 'https://ada.acme.example/documents/template-1' }

/** Functions that people install and run. */
export const FUNCTION_OPERATIONS: Operations = {
  'post /install/function/inputs': {
    operationId: 'getFunctionInputs',
    tag: 'Functions',
    summary: 'Returns the inputs that a function needs.',
    description: 'Called once, when a person installs the function and has filled in its configuration.',
    request: {
      functionName: 'make-offer',
      configuration: CONFIGURATION,
      templateConnectedProvider: connectionOf('acme-crm'),
    },
    responses: [
      {
        status: 200,
        description: 'The inputs.',
        schema: FunctionInputsResponse,
        example: { inputs: [{ name: 'customer', label: 'Customer', valueSource: { kind: 'userInput' } }] },
      },
    ],
    problems: PROBLEMS,
  },
  'post /execute/function': {
    operationId: 'executeFunction',
    tag: 'Functions',
    summary: 'Runs a function and waits for its result.',
    description:
      'Assets such as a template are read with `templateConnectedProvider`, which belongs to the person who installed the ' +
      'function; the result is made with `outputConnectedProvider`, which belongs to the person who runs it.',
    request: {
      functionName: 'make-offer',
      configuration: CONFIGURATION,
      values: [{ name: 'customer', value: 'Grace Hopper' }],
      templateConnectedProvider: connectionOf('acme-crm'),
      outputConnectedProvider: connectionOf('acme-crm'),
    },
    responses: [
      {
        status: 200,
        description: 'The result. The platform attaches what is at `outputUrl` to the run.',
        schema: ExecuteFunctionResponse,
        example: {
          outputUrl: 'https://ada.acme.example/documents/8',
          externalId: 'document-8',
          uri: 'https://ada.acme.example/documents/8',
        },
      },
    ],
    problems: PROBLEMS,
  },
}
