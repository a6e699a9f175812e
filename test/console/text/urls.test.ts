import { expect, test } from '@jest/globals'
import { toSafeUrl } from '../../../console/src/text/urls.ts'

test.each(['https://example.com/a?b=c#d', 'http://127.0.0.1:4000/'])('%s may be opened', (url) => {
  expect(toSafeUrl(url)).toBe(url)
})

test.each([
  'javascript:alert(1)',
  ' jAvAsCrIpT:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  '//example.com',
  'example.com',
  '',
  null,
  undefined,
])('%j may not', (url) => {
  expect(toSafeUrl(url)).toBeUndefined()
})
