import { expect, test } from '@jest/globals'
import { pathWithin, toSafeUrl } from '../../../console/src/text/urls.ts'

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

test.each([
  ['https://hub.example/blocks/1?tab=mail#end', '/blocks/1?tab=mail#end'],
  ['/people', '/people'],
  ['https://evil.example/blocks/1', '/'],
  ['//evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['https://hub.example.evil.example/', '/'],
  ['', '/'],
  [null, '/'],
])('after sign-in %j leads to %s', (address, path) => {
  expect(pathWithin('https://hub.example', address)).toBe(path)
})
