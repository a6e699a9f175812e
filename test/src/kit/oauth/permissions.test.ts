import { describe, expect, test } from '@jest/globals'
import { missingPermissions, scopeMessage } from '../../../../src/kit/oauth/permissions.ts'

const PERMISSIONS = [
  { scope: 'mail.read', label: 'Read your mail' },
  { scope: 'calendar.read', label: 'See your calendars' },
]
const vendor = { vendor: 'Acme', canonicalScope: (scope: string) => scope.toLowerCase() }

test('permissions are missing when no spelling of them was granted', () => {
  expect(missingPermissions(vendor, PERMISSIONS, ['Mail.Read', 'openid'])).toEqual([PERMISSIONS[1]])
  expect(missingPermissions(vendor, PERMISSIONS, [])).toEqual(PERMISSIONS)
})

describe('what a user is told about missing permissions', () => {
  test('names them as the consent page does, and says to leave them ticked', () => {
    expect(scopeMessage(vendor, PERMISSIONS)).toBe(
      'This connection was not granted all the permissions it needs at Acme. ' +
        'Connect again and keep “Read your mail” and “See your calendars” selected.',
    )
  })

  test('is the vendor’s own advice where there are no boxes to tick', () => {
    const permissionAdvice = (permissions: string) => `Ask for ${permissions}.`
    expect(scopeMessage({ ...vendor, permissionAdvice }, PERMISSIONS.slice(1))).toBe(
      'This connection was not granted all the permissions it needs at Acme. Ask for “See your calendars”.',
    )
  })
})
