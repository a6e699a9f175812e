import { expect, test } from '@jest/globals'
import { onedrive } from '../../../../vendors/microsoft/onedrive/index.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aCredential, problemOf } from '../builders.ts'
import { replay } from '../recordings.ts'
import { onedriveCall } from './builders.ts'

cutNetwork()

async function check() {
  return onedrive.auth?.check?.({ application: 'onedrive', credential: aCredential() }, onedriveCall())
}

test('a connection is checked by its OneDrive', async () => {
  replay('onedrive/check-of-onedrive')
  expect(await check()).toEqual({ status: 'ok', accountId: '8a1f0c7e-2f5d-4b0a-9d1e-3c5b7a9e1f20' })
})

test('an account without a OneDrive gets a sentence about it', async () => {
  replay('onedrive/check-without-a-onedrive')
  expect(await problemOf(check())).toMatchObject({
    status: 403,
    problem: 'mailbox-unavailable',
    message: expect.stringContaining('This account has no OneDrive'),
  })
})

test('reading what others share is requested, and not required', async () => {
  const input = {
    application: 'onedrive',
    connectionId: 'c',
    method: 'oauth' as const,
    nonce: 'n',
    state: 'c.onedrive',
  }
  const result = await onedrive.auth?.connect(input, onedriveCall())
  const scopes = new URL(result?.type === 'redirect' ? result.url : '').searchParams.get('scope')?.split(' ')
  expect(scopes).toEqual(expect.arrayContaining(['offline_access', 'User.Read', 'Files.ReadWrite', 'Files.Read.All']))
  expect(scopes).not.toContain('Files.ReadWrite.All')
})
