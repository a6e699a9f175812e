import { type ExecutionResult, GraphQLError, locatedError, OperationTypeNode } from 'graphql'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { executeFields, executeFieldsSerially } from './fields.ts'
import { Execution, type ExecutionValues } from './operation-state.ts'

/**
 * Executes a valid operation as the GraphQL specification describes. The errors of its fields are in the result; does not
 * throw. A mutation's fields are executed one after the other.
 */
export async function executeOperation(values: ExecutionValues): Promise<ExecutionResult> {
  const execution = new Execution(values)
  const data = await executeRoot(execution)
  return omitUndefined({ errors: execution.errors.list, data })
}

async function executeRoot(execution: Execution): Promise<ExecutionResult['data']> {
  const { plan, rootValue, errors } = execution
  try {
    const { selection } = plan.root
    const isMutation = plan.operation.operation === OperationTypeNode.MUTATION
    const data = isMutation
      ? await executeFieldsSerially(execution, selection, rootValue)
      : await executeFields(execution, selection, rootValue, undefined)
    return data as Record<string, unknown>
  } catch (error) {
    errors.add(error instanceof GraphQLError ? error : locatedError(error, [plan.operation], []), [])
    return null
  }
}
