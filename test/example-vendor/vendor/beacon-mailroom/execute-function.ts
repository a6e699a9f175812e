import type { ExecuteFunctionRequest, ExecuteFunctionResponse } from '../../../../src/contract/index.ts'
import type { Call, FunctionHandlers } from '../../../../src/kit/application.ts'
import { onBehalfOf, requireOutputConnection } from '../../../../src/kit/documents/connections.ts'
import { makeOnce } from '../../../../src/kit/documents/creation.ts'
import { readValues, selectValues, toInputs } from '../../../../src/kit/documents/values.ts'
import { toWebUrl } from '../account.ts'
import { sendJson } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'

/** What every run is asked for. */
const INPUTS = ['Title', 'Text']

/** Makes a report in Beacon from a title and a text. */
export const report: FunctionHandlers<BeaconSettings> = { inputs: async () => toInputs(INPUTS), execute }

async function execute(request: ExecuteFunctionRequest, call: Call<BeaconSettings>): Promise<ExecuteFunctionResponse> {
  const output = requireOutputConnection(request, call.application)
  const values = selectValues(INPUTS, readValues(request.values), call.log)
  const [title = '', text = ''] = INPUTS.map((name) => values.get(name))
  const { id } = await onBehalfOf(output, () =>
    makeOnce({ vendor: 'Beacon', name: title }, (begin) =>
      sendJson<{ id: string }>(
        { method: 'POST', path: '/v1/reports', body: { title, text }, begin },
        output.credential,
        call,
      ),
    ),
  )
  return { externalId: id, uri: toWebUrl(output.credential, 'reports', id), title }
}
