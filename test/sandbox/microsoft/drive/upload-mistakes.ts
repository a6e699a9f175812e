import { setTimeout as sleep } from 'node:timers/promises'
import { ITEM_PATH } from '../../../../sandbox/microsoft/index.ts'
import { ADA, BILAL, codeOf, itemPath, namesIn, send } from './harness.ts'
import { bearer, contractOf, type Mistake, statusOf, type Trial } from './mistakes.ts'

const RANGE = 327_680

async function copyMonitorOf(trial: Trial, name = 'Copy.docx'): Promise<string> {
  const reply = await trial.ada.call(`${itemPath(contractOf(trial))}/copy`, { body: { name } })
  return reply.headers.get('location') ?? ''
}

async function uploadUrlOf({ ada }: Trial): Promise<string> {
  const path = '/me/drive/root:/Contracts/Big.docx:/createUploadSession'
  return (await ada.call(path, { body: {} })).body.uploadUrl
}

const put = (url: string, body: Uint8Array, range: string, authorization: Record<string, string> = {}) =>
  send(url, authorization, { method: 'PUT', body, headers: { 'content-range': `bytes ${range}` } })

/** Uploads under a name that exists, and returns the names and sizes that result. */
async function uploadTwice({ ada, microsoft }: Trial, query: string): Promise<string[]> {
  for (const content of ['old', 'newer']) {
    await ada.call(`/me/drive/root:/Contracts/A.txt:/content${query}`, { method: 'PUT', body: Buffer.from(content) })
  }
  return namesIn(microsoft.driveOf(ADA), 'Contracts').map(
    (name) => `${name}: ${microsoft.readItem(ADA, `Contracts/${name}`).bytes}`,
  )
}

export const UPLOAD_MISTAKES: readonly Mistake[] = [
  {
    name: 'overwrites a document of the same name',
    wrong: (trial) => uploadTwice(trial, ''),
    loses: ['A.txt: newer'],
    right: (trial) => uploadTwice(trial, '?@microsoft.graph.conflictBehavior=rename'),
    gets: ['A 1.txt: newer', 'A.txt: old'],
  },
  {
    name: 'does not escape the name of a file',
    wrong: ({ ada }) =>
      statusOf(ada.call('/me/drive/root:/Contracts/Offer #1.txt:/content', { method: 'PUT', body: Buffer.of(1) })),
    loses: 405,
    async right({ ada }) {
      const path = `/me/drive/root:/Contracts/${encodeURIComponent('Offer #1.txt')}:/content`
      return (await ada.call(path, { method: 'PUT', body: Buffer.of(1) })).body.name
    },
    gets: 'Offer #1.txt',
  },
  {
    name: 'sends the token to the address of an upload',
    wrong: async (trial) => statusOf(put(await uploadUrlOf(trial), Buffer.of(1), '0-0/1', bearer(trial))),
    loses: 401,
    right: async (trial) => statusOf(put(await uploadUrlOf(trial), Buffer.of(1), '0-0/1')),
    gets: 201,
  },
  {
    name: 'counts the end of a range as exclusive',
    wrong: async (trial) => statusOf(put(await uploadUrlOf(trial), Buffer.alloc(5), '0-5/5')),
    loses: 400,
    right: async (trial) => statusOf(put(await uploadUrlOf(trial), Buffer.alloc(5), '0-4/5')),
    gets: 201,
  },
  {
    name: 'uploads ranges of a megabyte',
    wrong: async (trial) => statusOf(put(await uploadUrlOf(trial), Buffer.alloc(1_000_000), '0-999999/2000000')),
    loses: 400,
    right: async (trial) =>
      statusOf(put(await uploadUrlOf(trial), Buffer.alloc(3 * RANGE), `0-${3 * RANGE - 1}/2000000`)),
    gets: 202,
  },
  {
    name: 'uploads ranges at the same time',
    async wrong(trial) {
      const url = await uploadUrlOf(trial)
      return statusOf(put(url, Buffer.alloc(RANGE), `${RANGE}-${2 * RANGE - 1}/${2 * RANGE}`))
    },
    loses: 416,
    async right(trial) {
      const url = await uploadUrlOf(trial)
      await put(url, Buffer.alloc(RANGE), `0-${RANGE - 1}/${2 * RANGE}`)
      return statusOf(put(url, Buffer.alloc(RANGE), `${RANGE}-${2 * RANGE - 1}/${2 * RANGE}`))
    },
    gets: 201,
  },
  {
    name: 'sends the token to the monitor of a copy',
    wrong: async (trial) => statusOf(send(await copyMonitorOf(trial), bearer(trial))),
    loses: 401,
    right: async (trial) => statusOf(send(await copyMonitorOf(trial))),
    gets: 202,
  },
  {
    name: 'retries a copy whose response was lost',
    async wrong(trial) {
      const { microsoft } = trial
      microsoft.faults.add({ method: 'POST', path: '/**', fault: { kind: 'reset', processed: true } })
      await copyMonitorOf(trial).catch(() => copyMonitorOf(trial, 'Copy again.docx'))
      return namesIn(microsoft.driveOf(ADA), 'Templates').length
    },
    loses: 4,
    async right(trial) {
      const { microsoft } = trial
      microsoft.faults.add({ method: 'POST', path: '/**', fault: { kind: 'reset', processed: true } })
      await copyMonitorOf(trial).catch(() => undefined)
      return namesIn(microsoft.driveOf(ADA), 'Templates').length
    },
    gets: 3,
  },
  {
    name: 'takes 202 for the end of a copy',
    async wrong(trial) {
      trial.microsoft.settings.copyResult = 'failed'
      return statusOf(send(await copyMonitorOf(trial)))
    },
    loses: 202,
    async right(trial) {
      trial.microsoft.settings.copyResult = 'failed'
      const url = await copyMonitorOf(trial)
      const poll = async (): Promise<string> => {
        const { status } = (await send(url)).body
        return status === 'inProgress' ? sleep(1).then(poll) : status
      }
      return poll()
    },
    gets: 'failed',
  },
  {
    name: 'writes to what it may only read',
    async wrong({ ada, microsoft }) {
      const path = `${itemPath(microsoft.readItem(BILAL, ITEM_PATH.forecast))}/content`
      return codeOf(await ada.call(path, { method: 'PUT', body: Buffer.of(1) }))
    },
    loses: [403, 'accessDenied'],
    right: (trial) =>
      statusOf(trial.ada.call(`${itemPath(contractOf(trial))}/content`, { method: 'PUT', body: Buffer.of(1) })),
    gets: 200,
  },
]
