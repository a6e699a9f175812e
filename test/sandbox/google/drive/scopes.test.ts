import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { FILE_ID, type GoogleSandbox, SCOPE, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, ESTHER } from '../harness.ts'
import { callAs, reasonOf } from './harness.ts'

let google: GoogleSandbox
let meetDocument: string

beforeAll(async () => {
  google = await startGoogle()
  meetDocument = google.addFile(ADA, { name: 'Transcript', text: 'Ada: Good morning.', createdByMeet: true }).id
})
afterAll(() => google.stop())

const document = FILE_ID.letter
const METHODS = {
  get: () => ({ path: `/drive/v3/files/${document}` }),
  export: () => ({ path: `/drive/v3/files/${document}/export?mimeType=text/plain` }),
  copy: () => ({ path: `/drive/v3/files/${document}/copy`, init: { body: {} } }),
  document: () => ({ path: `/v1/documents/${document}` }),
  batchUpdate: () => ({ path: `/v1/documents/${document}:batchUpdate`, init: { body: { requests: [] } } }),
  append: () => ({
    path: `/v4/spreadsheets/${FILE_ID.customers}/values/Customers:append?valueInputOption=RAW`,
    init: { body: { values: [] } },
  }),
}

type Method = keyof typeof METHODS

/** What each scope allows: yes, or no at all. */
const TABLE: readonly [scope: string, allowed: readonly Method[]][] = [
  [SCOPE.documents, ['document', 'batchUpdate']],
  [SCOPE.documentsReadonly, ['document']],
  [SCOPE.spreadsheets, ['append']],
  [SCOPE.spreadsheetsReadonly, []],
  [SCOPE.driveReadonly, ['get', 'export', 'document']],
  [SCOPE.drive, ['get', 'export', 'copy', 'document', 'batchUpdate', 'append']],
  [SCOPE.gmailReadonly, []],
]

describe('scopes', () => {
  test.each(TABLE)('%s allows what Google’s table says', async (scope, allowed) => {
    const { call } = callAs(google, ADA, [scope])
    for (const [name, create] of Object.entries(METHODS)) {
      const { path, init } = create() as { path: string; init?: object }
      const { status, body } = await call(path, init)
      expect([name, status]).toEqual([name, allowed.includes(name as Method) ? 200 : 403])
      if (status === 403) expect(body.error.details[0].reason).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT')
    }
  })

  test('drive.meet.readonly reads and exports what Meet made, and no document by Docs', async () => {
    const { call } = callAs(google, ADA, [SCOPE.driveMeetReadonly])
    expect((await call(`/drive/v3/files/${meetDocument}`)).status).toBe(200)
    expect((await call(`/drive/v3/files/${meetDocument}/export?mimeType=text/plain`)).body).toContain('Good morning.')
    expect((await call(`/drive/v3/files/${document}`)).status).toBe(404)
    expect((await call(`/v1/documents/${meetDocument}`)).status).toBe(403)
  })

  test('Drive’s errors have reasons, those of Docs and Sheets a status only', async () => {
    const { call } = callAs(google, ADA, [SCOPE.gmailReadonly])
    const drive = (await call(`/drive/v3/files/${document}`)).body.error
    expect([drive.errors[0].reason, drive.code]).toEqual(['insufficientPermissions', 403])
    const docs = (await call(`/v1/documents/${document}`)).body.error
    expect([docs.errors, docs.status]).toEqual([undefined, 'PERMISSION_DENIED'])
  })
})

describe('limits', () => {
  test('Drive refuses with userRateLimitExceeded, Docs with RESOURCE_EXHAUSTED', async () => {
    const limited = await startGoogle({ settings: { driveRequestsPerMinute: 1, docsReadsPerMinute: 1 } })
    const { call } = callAs(limited, ADA, [SCOPE.driveReadonly])
    await call(`/drive/v3/files/${document}`)
    expect(reasonOf(await call(`/drive/v3/files/${document}`))).toEqual([403, 'userRateLimitExceeded'])
    limited.settings.quotaForm = 'too-many-requests'
    expect(reasonOf(await call(`/drive/v3/files/${document}`))).toEqual([429, 'rateLimitExceeded'])
    await call(`/v1/documents/${document}`)
    expect(reasonOf(await call(`/v1/documents/${document}`))).toEqual([429, 'RESOURCE_EXHAUSTED'])
    await limited.stop()
  })

  test('an administrator can disable Drive', async () => {
    google.setDrive(ESTHER, { disabled: true })
    const { call } = callAs(google, ESTHER, [SCOPE.driveReadonly])
    const reply = await call(`/drive/v3/files/${FILE_ID.forecast}`)
    expect(reasonOf(reply)).toEqual([403, 'domainPolicy'])
    expect(reply.body.error.message).toBe('The domain administrators have disabled Drive apps.')
    google.setDrive(ESTHER, { disabled: false })
    expect((await call(`/drive/v3/files/${FILE_ID.forecast}`)).status).toBe(200)
  })
})
