import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { problemOf } from '../builders.ts'
import { docsCall, execute, LINKS, namesOf } from './fixtures.ts'

cutNetwork()

/** Requests a template whose metadata Drive refuses in this way. */
function refuse(status: number, reason: string) {
  const body = { error: { errors: [{ domain: 'global', reason, message: reason }], code: status, message: reason } }
  nock('https://www.googleapis.com')
    .get(/^\/drive\/v3\/files\//)
    .query(true)
    .reply(status, body)
  nock('https://docs.googleapis.com').get(/./).query(true).reply(404, {})
  return problemOf(
    namesOf('google-docs-from-template', { template: LINKS.template }, undefined, docsCall({ budget: impatient() })),
  )
}

describe('a refusal of Drive', () => {
  test.each([
    [404, 'notFound', 404, 'not-found'],
    [403, 'appNotAuthorizedToFile', 403, 'scope-required'],
    [403, 'insufficientFilePermissions', 403, 'scope-required'],
    [403, 'cannotDownloadFile', 403, 'scope-required'],
    [403, 'cannotExportFile', 403, 'scope-required'],
    [403, 'cannotCopyFile', 403, 'scope-required'],
    [403, 'parentNotAFolder', 422, 'invalid-template'],
    [403, 'teamDriveMembershipRequired', 403, 'scope-required'],
    [403, 'domainPolicy', 403, 'scope-required'],
    [403, 'fileNotDownloadable', 422, 'invalid-template'],
    [403, 'fileNotExportable', 422, 'invalid-template'],
    [403, 'exportSizeLimitExceeded', 422, 'invalid-template'],
    [403, 'storageQuotaExceeded', 507, 'storage-full'],
    [403, 'teamDriveFileLimitExceeded', 507, 'storage-full'],
    [403, 'userRateLimitExceeded', 429, 'rate-limited'],
    [403, 'rateLimitExceeded', 429, 'rate-limited'],
    [403, 'sharingRateLimitExceeded', 429, 'rate-limited'],
    [429, 'rateLimitExceeded', 429, 'rate-limited'],
    [403, 'dailyLimitExceeded', 429, 'rate-limited'],
    [503, 'backendError', 503, 'vendor-error'],
  ])('%d %s becomes %d %s', async (status, reason, expected, problem) => {
    expect(await refuse(status, reason)).toMatchObject({ status: expected, problem })
  })

  test('concerns the account or a single file', async () => {
    const account = await refuse(403, 'domainPolicy')
    expect(account).toMatchObject({ options: { extensions: { connectionId: 'connection-1', role: 'template' } } })
    nock.cleanAll()
    const file = await refuse(403, 'insufficientFilePermissions')
    expect(file).not.toHaveProperty('options.extensions')
  })

  test('is read from the bytes of an export, too', async () => {
    nock('https://www.googleapis.com')
      .get(/export/)
      .query(true)
      .reply(403, { error: { code: 403, errors: [{ reason: 'cannotExportFile' }], message: 'no' } })
    const metadata = { mimeType: 'application/vnd.google-apps.document', name: 'Offer', trashed: false }
    nock('https://www.googleapis.com').get(/./).query(true).reply(200, metadata)
    nock('https://docs.googleapis.com').get(/./).query(true).reply(200, {})
    const work = execute('google-docs-from-template', { template: LINKS.template })
    expect(await problemOf(work)).toMatchObject({ status: 403, problem: 'scope-required' })
  })
})
