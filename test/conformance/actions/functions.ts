import { ExecuteFunctionResponse, FunctionInputsResponse } from '../../../src/contract/index.ts'
import { checker } from '../routes.ts'
import { describeProblem } from './common.ts'
import { type Action, call, Violations } from './rule.ts'

const INPUTS_PATH = '/install/function/inputs'
const describeInputs = checker(FunctionInputsResponse)
const describeResult = checker(ExecuteFunctionResponse)

export const functions: Action<'function'> = {
  name: 'function',
  path: () => '/execute/function',
  body: (exercise = { functionName: 'nobody-has-this', configuration: {}, values: [] }) => ({ ...exercise }),
  connection: 'outputConnectedProvider',
  needsInstanceUrl: false,
  rules: [
    {
      name: 'the inputs that a function needs are returned during its installation, each once',
      findViolations: async ({ client }, { functionName, configuration, values }) => {
        const violations = new Violations()
        const response = await client.post(INPUTS_PATH, { functionName, configuration })
        const body = (await response.json()) as FunctionInputsResponse
        if (!violations.expectBody({ status: response.status, body }, describeInputs)) return violations.list
        const names = body.inputs.map(({ name }) => name)
        violations.expect(new Set(names).size === names.length, `an input occurs twice: ${names.join(', ')}`)
        const unknown = values.map(({ name }) => name).filter((name) => !names.includes(name))
        violations.expect(unknown.length === 0, `the inputs lack ${unknown.join(', ')}`)
        return violations.list
      },
    },
    {
      name: 'a function is executed synchronously and returns what it has written',
      findViolations: async (subject, exercise) => {
        const violations = new Violations()
        const response = await call(subject, functions, exercise)
        if (!violations.expectBody(response, describeResult)) return violations.list
        const { outputUrl, externalId, uri } = response.body as ExecuteFunctionResponse
        violations.expect(
          Boolean(outputUrl || externalId || uri),
          'the result has neither outputUrl, externalId nor uri',
        )
        const isAddress = outputUrl === undefined || /^https?:$/.test(protocolOf(outputUrl))
        violations.expect(isAddress, `outputUrl is no address that can be downloaded: ${outputUrl}`)
        return violations.list
      },
    },
    {
      name: 'a function that the provider does not have is refused, also during installation',
      findViolations: async (subject, exercise) => {
        const functionName = 'nobody-has-this'
        const executed = await call(subject, functions, exercise, { body: { functionName } })
        const installed = await subject.client.post(INPUTS_PATH, { functionName, configuration: {} })
        const body = await installed.json()
        return [
          ...describeProblem(executed, 400, 'validation-error'),
          ...describeProblem({ status: installed.status, body }, 400, 'validation-error'),
        ]
      },
    },
  ],
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}
