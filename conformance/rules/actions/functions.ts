import { ExecuteFunctionResponse, FunctionInputsResponse } from '../../../src/contract/index.ts'
import type { Rule } from '../../rule.ts'
import { validBody } from '../../run/subject.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { expectInvalid, requireBody } from '../expect.ts'
import { repeated } from '../syncs/pages.ts'

const ofInputs = { scope: 'capability', capabilities: ['inputs'], needs: ['account', 'function'] } as const
const UNKNOWN = 'nobody-has-this'

/** Rules about /install/function/inputs and /execute/function. */
export const functionRules: readonly Rule[] = [
  {
    ...ofInputs,
    id: 'function.inputs',
    level: 'must',
    requires: 'The inputs that a function needs are returned during its installation, each once.',
    source: SPECIFICATION.inputsRun,
    remedy:
      'Return { inputs: [{ name, label, valueSource: { kind: "userInput" } }] }, with every value that a run needs.',
    run: async (check, { path, samples }) => {
      const { functionName, configuration, values = [] } = samples.function ?? {}
      const reply = await check.send({ path, body: { functionName, configuration } })
      const { inputs } = requireBody(check, reply, FunctionInputsResponse) as FunctionInputsResponse
      const names = inputs.map(({ name }) => name)
      check.expect(repeated(names).length === 0, `inputs occur twice: ${repeated(names).join(', ')}`)
      const missing = values.map(({ name }) => name).filter((name) => !names.includes(name))
      check.expect(missing.length === 0, `the inputs lack ${missing.join(', ')}`)
    },
  },
  {
    ...ofInputs,
    id: 'function.execution',
    level: 'must',
    requires: 'A function is executed at once, and returns what it has written.',
    source: SPECIFICATION.synchronous,
    remedy: 'Wait until the vendor has the result, and return outputUrl, externalId or uri.',
    capabilities: ['function'],
    needs: ['account', 'function', 'writes'],
    run: async (check, subject) => {
      const reply = await check.send({ path: subject.path, body: await validBody(subject) })
      const { outputUrl, externalId, uri } = requireBody(check, reply, ExecuteFunctionResponse)
      check.made.push(`${subject.application.name}: result of a function ${outputUrl ?? uri ?? externalId}`)
      check.expect(Boolean(outputUrl || externalId || uri), 'the result has neither outputUrl, externalId nor uri')
      const protocol = outputUrl === undefined ? 'https:' : URL.parse(outputUrl)?.protocol
      check.expect(/^https?:$/.test(protocol ?? ''), `outputUrl is no address that can be downloaded: ${outputUrl}`)
    },
  },
  {
    ...ofInputs,
    id: 'function.unknown',
    level: 'must',
    requires: 'A function that the provider does not have is refused, also during installation.',
    source: SPECIFICATION.validationError,
    remedy: 'Compare functionName with the functions that there are, and throw a ValidationError.',
    capabilities: ['inputs', 'function'],
    needs: ['account'],
    run: async (check, subject) => {
      const { outputConnectedProvider } = await validBody(subject)
      const isExecution = subject.capability.name === 'function'
      const body = {
        functionName: UNKNOWN,
        configuration: {},
        ...(isExecution ? { outputConnectedProvider, values: [] } : {}),
      }
      expectInvalid(check, await check.send({ path: subject.path, body }), UNKNOWN)
    },
  },
]
