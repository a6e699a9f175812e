import { Address } from './addresses.ts'
import { ConnectedProvider } from './credential.ts'
import { type Static, Type } from './schema.ts'

/** A value that the function needs on each run. Its default source is the user. */
export const FunctionInput = Type.Object({
  name: Type.String({ minLength: 1 }),
  label: Type.String(),
  valueSource: Type.Object({ kind: Type.String({ minLength: 1 }) }),
})
export type FunctionInput = Static<typeof FunctionInput>

export const FunctionValue = Type.Object({ name: Type.String({ minLength: 1 }), value: Type.Unknown() })
export type FunctionValue = Static<typeof FunctionValue>

const configuration = Type.Optional(Type.Record(Type.String(), Type.Unknown()))

/** `templateConnectedProvider`: of the user who installs the function, to read assets such as a template. */
export const FunctionInputsRequest = Type.Object({
  functionName: Type.String({ minLength: 1 }),
  configuration,
  templateConnectedProvider: Type.Optional(ConnectedProvider),
})
export type FunctionInputsRequest = Static<typeof FunctionInputsRequest>

export const FunctionInputsResponse = Type.Object({ inputs: Type.Array(FunctionInput) })
export type FunctionInputsResponse = Static<typeof FunctionInputsResponse>

/** `templateConnectedProvider`: of the user who installed the function, to read assets. `outputConnectedProvider`: of the user who runs it. */
export const ExecuteFunctionRequest = Type.Object({
  functionName: Type.String({ minLength: 1 }),
  configuration,
  values: Type.Optional(Type.Array(FunctionValue)),
  templateConnectedProvider: Type.Optional(ConnectedProvider),
  outputConnectedProvider: Type.Optional(ConnectedProvider),
})
export type ExecuteFunctionRequest = Static<typeof ExecuteFunctionRequest>

export const ExecuteFunctionResponse = Type.Object({
  outputUrl: Type.Optional(Address()),
  externalId: Type.Optional(Type.String()),
  uri: Type.Optional(Address()),
  title: Type.Optional(Type.String({ description: 'Name of the result, for results whose URL does not contain it' })),
})
export type ExecuteFunctionResponse = Static<typeof ExecuteFunctionResponse>
