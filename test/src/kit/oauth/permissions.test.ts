import { describe, expect, test } from '@jest/globals'
import { missingPermissions, scopeMessage } from '../../../../src/kit/oauth/permissions.ts'

const PERMISSIONS = [
  { scope: 'mail.read', label: 'Read your mail' },
  { scope: 'calendar.read', label: 'See your calendars' },
]
const vendor = { vendor: 'Acme', canonicalScope: (scope: string) => scope.toLowerCase() }

test('permissions are missing if no spelling of them was granted', () => {
  expect(missingPermissions(vendor, PERMISSIONS, ['Mail.Read', 'openid'])).toEqual([PERMISSIONS[1]])
  expect(missingPermissions(vendor, PERMISSIONS, [])).toEqual(PERMISSIONS)
})

describe('the message about missing permissions', () => {
  test('names them as the consent page does, and says to keep them selected', () => {
    expect(scopeMessage(vendor, PERMISSIONS)).toBe(
      'This connection was not granted all the permissions it needs at Acme. ' +
        'Connect again and keep “Read your mail” and “See your calendars” selected.',
    )
  })

  test('has the vendor’s own advice if there are no checkboxes', () => {
    const permissionAdvice = (permissions: string) => `Ask for ${permissions}.`
    expect(scopeMessage({ ...vendor, permissionAdvice }, PERMISSIONS.slice(1))).toBe(
      'This connection was not granted all the permissions it needs at Acme. Ask for “See your calendars”.',
    )
  })
})
