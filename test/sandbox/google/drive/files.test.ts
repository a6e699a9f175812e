import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  FILE_ID,
  type GoogleSandbox,
  LEGACY_KEY,
  SALES_DRIVE,
  SCOPE,
  startGoogle,
} from '../../../../sandbox/google/index.ts'
import { ADA, BILAL } from '../harness.ts'
import { type Caller, callAs, READER, RUNNER, reasonOf } from './harness.ts'

let google: GoogleSandbox
let ada: Caller

beforeEach(async () => {
  google = await startGoogle()
  ada = callAs(google, ADA, READER)
})
afterEach(() => google.stop())

const file = (id: string, query = '') => `/drive/v3/files/${id}${query}`

describe('files.get', () => {
  test('returns four fields unless the request names some', async () => {
    const { body } = await ada.call(file(FILE_ID.template))
    const mimeType = 'application/vnd.google-apps.document'
    expect(body).toEqual({ kind: 'drive#file', id: FILE_ID.template, name: 'Proposal template', mimeType })
  })

  test('evaluates nested masks and refuses unknown fields', async () => {
    const fields = '?fields=id,owners(emailAddress,displayName),capabilities(canCopy),trashed,version,webViewLink'
    expect((await ada.call(file(FILE_ID.template, fields))).body).toEqual({
      id: FILE_ID.template,
      owners: [{ displayName: 'Ada Moreau', emailAddress: ADA }],
      capabilities: { canCopy: true },
      trashed: false,
      version: '1',
      webViewLink: `https://docs.google.com/document/d/${FILE_ID.template}/edit?usp=drivesdk`,
    })
    for (const unknown of ['title', 'owners(mail)', 'capabilities(canFly)', 'id,(name']) {
      const reply = await ada.call(file(FILE_ID.template, `?fields=${unknown}`))
      expect(reasonOf(reply)).toEqual([400, 'invalidParameter'])
    }
    expect((await ada.call(file(FILE_ID.template, '?fields=*'))).body.kind).toBe('drive#file')
  })

  test('finds files of shared drives, which have no owner, only with supportsAllDrives', async () => {
    expect(reasonOf(await ada.call(file(FILE_ID.playbook)))).toEqual([404, 'notFound'])
    const { body } = await ada.call(file(FILE_ID.playbook, '?supportsAllDrives=true&fields=owners,driveId'))
    expect(body).toEqual({ driveId: SALES_DRIVE })
  })

  test('hides a file behind its resource key', async () => {
    expect(reasonOf(await ada.call(file(FILE_ID.legacy)))).toEqual([404, 'notFound'])
    const headers = { 'X-Goog-Drive-Resource-Keys': `other/1,${FILE_ID.legacy}/${LEGACY_KEY}` }
    expect((await ada.call(file(FILE_ID.legacy), { headers })).status).toBe(200)
    expect((await ada.call(file(FILE_ID.legacy, '/export?mimeType=text/plain'), { headers })).status).toBe(200)
    expect((await ada.call(`/v1/documents/${FILE_ID.legacy}`, { headers })).status).toBe(403)
  })

  test('returns shortcuts as they are, also broken ones, and trashed files', async () => {
    const fields = '?fields=mimeType,shortcutDetails'
    const { body } = await ada.call(file(FILE_ID.shortcut, fields))
    expect(body.shortcutDetails).toEqual({
      targetId: FILE_ID.template,
      targetMimeType: 'application/vnd.google-apps.document',
    })
    const broken = await ada.call(file(FILE_ID.brokenShortcut, fields))
    expect(reasonOf(await ada.call(file(broken.body.shortcutDetails.targetId)))).toEqual([404, 'notFound'])
    expect(reasonOf(await ada.call(file(FILE_ID.shortcut, '/export?mimeType=text/plain')))).toEqual([
      403,
      'fileNotExportable',
    ])
    expect((await ada.call(file(FILE_ID.trashed, '?fields=trashed'))).body).toEqual({ trashed: true })
  })

  test('says the same of an unknown file and of one that the user may not see', async () => {
    const replies = [await ada.call(file(FILE_ID.salary)), await ada.call(file('1unknown'))]
    for (const reply of replies) expect(reasonOf(reply)).toEqual([404, 'notFound'])
    expect(replies[1]?.body.error.message).toBe('File not found: 1unknown.')
    expect(reasonOf(await ada.call(file(FILE_ID.template.toLowerCase())))).toEqual([404, 'notFound'])
  })

  test('downloads files with content of their own only', async () => {
    const { bytes, headers } = await ada.call(file(FILE_ID.price, '?alt=media'))
    expect([bytes.subarray(0, 5).toString(), headers.get('content-type')]).toEqual(['%PDF-', 'application/pdf'])
    expect(reasonOf(await ada.call(file(FILE_ID.template, '?alt=media')))).toEqual([403, 'fileNotDownloadable'])
  })
})

describe('the scope drive.file', () => {
  test('reaches a file only after the user opened it with the application', async () => {
    const picker = callAs(google, ADA, [SCOPE.driveFile])
    expect(reasonOf(await picker.call(file(FILE_ID.template)))).toEqual([404, 'notFound'])
    google.settings.unpickedFiles = 'not-authorized'
    expect(reasonOf(await picker.call(file(FILE_ID.template)))).toEqual([403, 'appNotAuthorizedToFile'])
    google.pickFile(FILE_ID.template)
    expect((await picker.call(file(FILE_ID.template, '?fields=isAppAuthorized'))).body).toEqual({
      isAppAuthorized: true,
    })
  })

  test('is what counts for a copy, even if the token may read every file', async () => {
    const bilal = callAs(google, BILAL, RUNNER)
    const copy = await bilal.call(file(FILE_ID.template, '/copy'), { body: {} })
    expect(reasonOf(copy)).toEqual([403, 'appNotAuthorizedToFile'])
    google.pickFile(FILE_ID.template)
    expect((await bilal.call(file(FILE_ID.template, '/copy'), { body: {} })).body.name).toBe(
      'Copy of Proposal template',
    )
  })
})

describe('capabilities', () => {
  test('forbid readers to download, export and copy a protected file', async () => {
    const all = callAs(google, ADA, [SCOPE.drive])
    const fields = '?fields=capabilities(canDownload,canCopy)'
    const { body } = await all.call(file(FILE_ID.boardPack, fields))
    expect(body.capabilities).toEqual({ canDownload: false, canCopy: false })
    const exported = await all.call(file(FILE_ID.boardPack, '/export?mimeType=text/plain'))
    expect(reasonOf(exported)).toEqual([403, 'cannotDownloadFile'])
    expect(reasonOf(await all.call(file(FILE_ID.boardPack, '/copy'), { body: {} }))).toEqual([403, 'cannotCopyFile'])
  })

  test('let only owners trash and only writers rename', async () => {
    const all = callAs(google, BILAL, [SCOPE.drive])
    const trash = { method: 'PATCH', body: { trashed: true } }
    expect(reasonOf(await all.call(file(FILE_ID.template), trash))).toEqual([403, 'insufficientFilePermissions'])
    const owner = callAs(google, ADA, [SCOPE.drive])
    expect((await owner.call(file(FILE_ID.template, '?fields=trashed'), trash)).body).toEqual({ trashed: true })
    expect((await owner.call(file(FILE_ID.template), { method: 'DELETE' })).status).toBe(204)
    expect((await owner.call(file(FILE_ID.template))).status).toBe(404)
  })
})
