import type { FunctionInput, FunctionValue } from '../../../src/contract/index.ts'
import { omitNullish } from '../../../src/runtime/omit.ts'
import { installFunction } from '../../actions/functions/install.ts'
import { executeFunction, type FunctionResult } from '../../actions/functions/invocations.ts'
import { parseId } from '../arguments/ids.ts'
import { loadBlock } from '../blocks/child-blocks.ts'
import { Block } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'
import { withCost } from '../with-cost.ts'
import { ACTION_TIMEOUT_MS, withActionErrors } from './errors.ts'
import { REPEAT_UNKNOWN, REQUEST_KEY } from './idempotency-arguments.ts'

const MAX_VALUES = 200
const MAX_VALUE_LENGTH = 100_000

const FunctionInputRef = builder.objectRef<FunctionInput>('FunctionInput').implement({
  description: 'A value that each run of a function needs.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false }),
    label: t.exposeString('label', { nullable: false }),
    valueSource: t.string({
      nullable: false,
      description: 'Where the value comes from; userInput: from the user who runs the function.',
      resolve: ({ valueSource }) => valueSource.kind,
    }),
  }),
})

const InstalledFunction = builder
  .objectRef<{ functionId: string; inputs: FunctionInput[] }>('InstalledFunction')
  .implement({
    fields: (t) => ({
      functionId: t.exposeString('functionId', { nullable: false }),
      inputs: t.expose('inputs', { type: [FunctionInputRef], nullable: { list: false, items: false } }),
    }),
  })

const FunctionValueInput = builder.inputType('FunctionValueInput', {
  fields: (t) => ({ name: t.string({ required: true }), value: t.string() }),
})

const InstallFunctionInput = builder.inputType('InstallFunctionInput', {
  fields: (t) => ({
    connectionId: t.string({
      required: true,
      description: 'The connection of the user who installs the function; a template is read with it.',
    }),
    functionName: t.string({ required: true }),
    configuration: t.field({ type: [FunctionValueInput], description: 'The settings of the function, by name.' }),
  }),
})

builder.mutationField('installFunction', (t) =>
  t.field({
    type: InstalledFunction,
    description: 'Installs a function of an application. Returns the inputs that each run needs.',
    ...withCost({ heavy: true, timeoutMs: ACTION_TIMEOUT_MS }),
    args: { input: t.arg({ type: InstallFunctionInput, required: true }) },
    resolve: (_root, { input }, { providerActions, viewer, signal }) =>
      withActionErrors(() => {
        const { functionName } = input
        const connectionId = parseId(input.connectionId, 'The connection')
        const values = parseValues('input.configuration', input.configuration ?? [])
        const configuration = Object.fromEntries(values.map(({ name, value }) => [name, value]))
        return installFunction(
          providerActions,
          { tenantId: viewer.tenantId, connectionId, functionName, configuration },
          signal,
        )
      }),
  }),
)

const InvocationRef = builder.objectRef<FunctionResult>('FunctionResult').implement({
  fields: (t) => ({
    outputUrl: t.exposeString('outputUrl', { nullable: true }),
    externalId: t.exposeString('externalId', { nullable: true }),
    uri: t.exposeString('uri', { nullable: true }),
    block: t.field({
      type: Block,
      nullable: true,
      description: 'The file block of the output, if the output has a URL.',
      resolve: async ({ blockId }, _args, context) => (await loadBlock(context, blockId ?? null)) ?? null,
    }),
  }),
})

const ExecuteFunctionInput = builder.inputType('ExecuteFunctionInput', {
  fields: (t) => ({
    functionId: t.string({ required: true }),
    connectionId: t.string({
      required: true,
      description: 'The connection of the user who runs the function; the result is written with it.',
    }),
    values: t.field({ type: [FunctionValueInput] }),
    requestKey: t.string(REQUEST_KEY),
    repeatUnknown: t.boolean(REPEAT_UNKNOWN),
  }),
})

builder.mutationField('executeFunction', (t) =>
  t.field({
    type: InvocationRef,
    description: 'Runs an installed function. A run whose outcome is unknown is not repeated automatically.',
    ...withCost({ heavy: true, timeoutMs: ACTION_TIMEOUT_MS }),
    args: { input: t.arg({ type: ExecuteFunctionInput, required: true }) },
    resolve: (_root, { input }, context) => execute(context, input),
  }),
)

async function execute(
  { providerActions, viewer }: GraphContext,
  input: typeof ExecuteFunctionInput.$inferInput,
): Promise<FunctionResult> {
  const invocation = {
    functionId: parseId(input.functionId, 'The function'),
    connectionId: parseId(input.connectionId, 'The connection'),
    values: parseValues('input.values', input.values ?? []),
    repeatUnknown: input.repeatUnknown === true,
    ...omitNullish({ requestKey: input.requestKey }),
  }
  return withActionErrors(() => executeFunction(providerActions, viewer, invocation))
}

function parseValues(argument: string, values: readonly (typeof FunctionValueInput.$inferInput)[]): FunctionValue[] {
  if (values.length > MAX_VALUES) throw badInput(argument, `at most ${MAX_VALUES} values.`)
  return values.map(({ name, value }) => {
    if ((value?.length ?? 0) > MAX_VALUE_LENGTH) {
      throw badInput(argument, `a value has at most ${MAX_VALUE_LENGTH} characters.`)
    }
    return { name, value: value ?? null }
  })
}
