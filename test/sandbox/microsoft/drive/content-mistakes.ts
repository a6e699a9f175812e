import { strFromU8, unzipSync } from 'fflate'
import { paragraphsOf, partsOf, textOf } from '../../../../sandbox/core/office/rich-text.ts'
import { readWord } from '../../../../sandbox/core/office/word-reader.ts'
import { ITEM_PATH } from '../../../../sandbox/microsoft/index.ts'
import { ADA, itemPath, send } from './harness.ts'
import { bearer, contractOf, type Mistake, statusOf, type Trial } from './mistakes.ts'

async function locationOf(trial: Trial): Promise<string> {
  return (await trial.ada.call(`${itemPath(contractOf(trial))}/content`)).headers.get('location') ?? ''
}

export const CONTENT_MISTAKES: readonly Mistake[] = [
  {
    name: 'sends the token to the address of the download',
    wrong: async (trial) => statusOf(send(await locationOf(trial), bearer(trial))),
    loses: 401,
    right: async (trial) => statusOf(send(await locationOf(trial))),
    gets: 200,
  },
  {
    name: 'follows the redirect with the token',
    wrong: (trial) =>
      statusOf(
        fetch(`${trial.microsoft.origin}/v1.0${itemPath(contractOf(trial))}/content`, { headers: bearer(trial) }),
      ),
    loses: 401,
    async right(trial) {
      await send(await locationOf(trial))
      return trial.microsoft.fileCalls({ method: 'download' }).map(({ token, status }) => [token, status])
    },
    gets: [[undefined, 200]],
  },
  {
    name: 'keeps the address of the download for later',
    async wrong(trial) {
      const location = await locationOf(trial)
      trial.microsoft.clock.advance(10 * 60_000)
      return statusOf(send(location))
    },
    loses: 403,
    async right(trial) {
      trial.microsoft.clock.advance(10 * 60_000)
      return statusOf(send(await locationOf(trial)))
    },
    gets: 200,
  },
  {
    name: 'replaces text in the XML of a Word file',
    wrong: async (trial) =>
      strFromU8(unzipSync(contractOf(trial).bytes)['word/document.xml'] as Uint8Array).includes('{{Start date}}'),
    loses: false,
    right: async (trial) =>
      paragraphsOf(readWord(contractOf(trial).bytes).body).some((item) => textOf(item).includes('{{Start date}}')),
    gets: true,
  },
  {
    name: 'reads the body of a Word file only',
    wrong: async (trial) =>
      paragraphsOf(readWord(contractOf(trial).bytes).body)
        .map(textOf)
        .join()
        .includes('{{Notice period}}'),
    loses: false,
    right: async (trial) =>
      partsOf(readWord(contractOf(trial).bytes))
        .flatMap(paragraphsOf)
        .map(textOf)
        .join()
        .includes('{{Notice period}}'),
    gets: true,
  },
  {
    name: 'takes a PDF of every file for granted',
    wrong: ({ ada, microsoft }) =>
      statusOf(ada.call(`${itemPath(microsoft.readItem(ADA, ITEM_PATH.archive))}/content?format=pdf`)),
    loses: 406,
    right: (trial) => statusOf(trial.ada.call(`${itemPath(contractOf(trial))}/content?format=pdf`)),
    gets: 302,
  },
  {
    name: 'reads the outer code of an error only',
    async wrong({ ada, microsoft }) {
      microsoft.settings.driveErrors = 'nested'
      return (await ada.call('/me/drive/root/children', { body: { name: 'Contracts', folder: {} } })).body.error.code
    },
    loses: 'invalidRequest',
    async right({ ada, microsoft }) {
      microsoft.settings.driveErrors = 'nested'
      return (await ada.call('/me/drive/root/children', { body: { name: 'Contracts', folder: {} } })).body.error
        .innererror.code
    },
    gets: 'nameAlreadyExists',
  },
]
